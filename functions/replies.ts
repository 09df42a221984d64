import { accountReplies } from './api/account/replies.ts';
import { companyReplies } from './api/companies/replies.ts';
import { userReplies } from './api/users/replies.ts';
import { brandReplies } from './api/brand/replies.ts';
import { agentReplies } from './agents/replies.ts';
import { docsReplies } from './api/docs/replies.ts';
import { catalogReplies } from './api/catalog/replies.ts';
import { managedCatalogReplies } from './api/managed-catalog/replies.ts';
import { campaignReplies } from './api/campaigns/replies.ts';
import { itemReplies } from './api/items/replies.ts';
import { redemptionReplies } from './api/redemptions/replies.ts';
import { productImageReplies } from './api/product-images/replies.ts';
import { greetingImageReplies } from './api/greeting-images/replies.ts';
import { orderPageReplies } from './api/order-page/replies.ts';
import { orderReplies } from './api/orders/replies.ts';
import { quoteReplies } from './api/quotes/replies.ts';
import { reportReplies } from './api/reports/replies.ts';
import { shipmentReplies } from './api/shipments/replies.ts';
import { templateReplies } from './api/templates/replies.ts';
import { legacyReplies } from './api/v1/replies.ts';
import { webhookReplies } from './api/webhooks/replies.ts';

/**
 * The shape of every reply, by the name that routes use. Handlers do not import it: the OpenAPI document is made from
 * it, and tests check real responses against it.
 */
export const replies = {
  ...accountReplies,
  ...companyReplies,
  ...userReplies,
  ...brandReplies,
  ...templateReplies,
  ...docsReplies,
  ...catalogReplies,
  ...managedCatalogReplies,
  ...campaignReplies,
  ...quoteReplies,
  ...orderReplies,
  ...greetingImageReplies,
  ...productImageReplies,
  ...itemReplies,
  ...redemptionReplies,
  ...shipmentReplies,
  ...reportReplies,
  ...webhookReplies,
  ...orderPageReplies,
  ...agentReplies,
  ...legacyReplies,
};

export type ReplyName = keyof typeof replies;
