import type * as z from 'zod/mini';
import type { ErrorCodeName } from './platform/error-codes.ts';
import type { Route } from './pipeline/route.ts';
import type { ReplyName } from './replies.ts';
import { accountRoutes } from './api/account/routes.ts';
import { companyRoutes } from './api/companies/routes.ts';
import { userRoutes } from './api/users/routes.ts';
import { brandRoutes } from './api/brand/routes.ts';
import { agentRoutes } from './agents/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { docsRoutes } from './api/docs/routes.ts';
import { fallbackRoutes } from './fallback/routes.ts';
import { catalogRoutes } from './api/catalog/routes.ts';
import { productImageRoutes } from './api/product-images/routes.ts';
import { managedCatalogRoutes } from './api/managed-catalog/routes.ts';
import { campaignRoutes } from './api/campaigns/routes.ts';
import { discountCodeRoutes } from './api/discount-codes/routes.ts';
import { itemReadRoutes } from './api/items/read-routes.ts';
import { redemptionRoutes } from './api/redemptions/routes.ts';
import { itemStateRoutes } from './api/items/state-routes.ts';
import { itemWriteRoutes } from './api/items/write-routes.ts';
import { operatorIssueRoutes } from './api/operator-issues/routes.ts';
import { documentRoutes } from './api/documents/routes.ts';
import { greetingImageRoutes } from './api/greeting-images/routes.ts';
import { createOrderRoute } from './api/orders/create.route.ts';
import { orderRoutes } from './api/orders/routes.ts';
import { linkedDocumentRoutes } from './pages/documents/routes.ts';
import { holderRoutes } from './pages/holder/routes.ts';
import { paymentPageRoutes } from './pages/payment/routes.ts';
import { mailRoutes } from './pages/mail/routes.ts';
import { walletRoutes } from './pages/wallet/routes.ts';
import { orderPageRoutes } from './api/order-page/routes.ts';
import { paymentRoutes } from './api/payments/routes.ts';
import { quoteRoutes } from './api/quotes/routes.ts';
import { bookRoutes } from './api/reports/books.routes.ts';
import { reportRoutes } from './api/reports/routes.ts';
import { shipmentRoutes } from './api/shipments/routes.ts';
import { shopRoutes } from './pages/shop/routes.ts';
import { templateRoutes } from './api/templates/routes.ts';
import { legacyRoutes } from './api/v1/routes.ts';
import { webhookRoutes } from './api/webhooks/routes.ts';

/** A route whose replies (or their media types) and error codes exist: a typo in a declaration is a type error here. */
export type KnownRoute = Route<z.ZodMiniType, z.ZodMiniType, ReplyName | `${string}/${string}`, ErrorCodeName>;

/** The route table: one line per resource, one declaration per route. */
const declared = [
  ...fallbackRoutes,
  ...docsRoutes,
  ...accountRoutes,
  ...companyRoutes,
  ...userRoutes,
  ...brandRoutes,
  ...templateRoutes,
  ...catalogRoutes,
  ...productImageRoutes,
  ...managedCatalogRoutes,
  ...campaignRoutes,
  ...discountCodeRoutes,
  ...quoteRoutes,
  createOrderRoute,
  ...greetingImageRoutes,
  ...documentRoutes,
  ...linkedDocumentRoutes,
  ...mailRoutes,
  ...orderRoutes,
  ...paymentPageRoutes,
  ...paymentRoutes,
  ...itemReadRoutes,
  ...holderRoutes,
  ...walletRoutes,
  ...itemWriteRoutes,
  ...itemStateRoutes,
  ...operatorIssueRoutes,
  ...shipmentRoutes,
  ...redemptionRoutes,
  ...reportRoutes,
  ...bookRoutes,
  ...webhookRoutes,
  ...orderPageRoutes,
  ...agentRoutes,
  ...shopRoutes,
  ...deskRoutes,
  ...legacyRoutes,
] satisfies readonly KnownRoute[];

export const routes: readonly Route[] = declared;

/** Name of a route: its operation id. */
export type RouteName = (typeof declared)[number]['name'];
