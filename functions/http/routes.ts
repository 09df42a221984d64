import type { Route } from './route.ts';
import { accountRoutes } from './account/routes.ts';
import { brandRoutes } from './brand/routes.ts';
import { agentRoutes } from './agent/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { fallbackRoutes } from './fallback/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { itemReadRoutes } from './items/read-routes.ts';
import { itemWriteRoutes } from './items/write-routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { greetingImageRoutes } from './greeting-images/routes.ts';
import { createOrderRoute } from './orders/create.route.ts';
import { orderRoutes } from './orders/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { orderPageRoutes } from './order-page/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { quoteRoutes } from './quotes/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { shopRoutes } from './shop/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { legacyRoutes } from './v1/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** The route table: one line per resource, one declaration per route. */
export const routes: readonly Route[] = [
  ...fallbackRoutes,
  ...docsRoutes,
  ...accountRoutes,
  ...brandRoutes,
  ...templateRoutes,
  ...catalogueRoutes,
  ...quoteRoutes,
  createOrderRoute,
  ...greetingImageRoutes,
  ...documentRoutes,
  ...mailRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...itemReadRoutes,
  ...itemWriteRoutes,
  ...reportRoutes,
  ...webhookRoutes,
  ...orderPageRoutes,
  ...agentRoutes,
  ...shopRoutes,
  ...deskRoutes,
  ...legacyRoutes,
];
