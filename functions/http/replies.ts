import { accountReplies } from './account/replies.ts';
import { brandReplies } from './brand/replies.ts';
import { agentReplies } from './agent/replies.ts';
import { docsReplies } from './docs/replies.ts';
import { catalogueReplies } from './catalogue/replies.ts';
import { itemReplies } from './items/replies.ts';
import { greetingImageReplies } from './greeting-images/replies.ts';
import { orderPageReplies } from './order-page/replies.ts';
import { orderReplies } from './orders/replies.ts';
import { quoteReplies } from './quotes/replies.ts';
import { reportReplies } from './reports/replies.ts';
import { templateReplies } from './templates/replies.ts';
import { legacyReplies } from './v1/replies.ts';
import { webhookReplies } from './webhooks/replies.ts';

/**
 * The shape of every answer, by the name that routes use. Handlers do not import it: it is what the OpenAPI document is
 * made of and what tests hold real answers against.
 */
export const replies = {
  ...accountReplies,
  ...brandReplies,
  ...templateReplies,
  ...docsReplies,
  ...catalogueReplies,
  ...quoteReplies,
  ...orderReplies,
  ...greetingImageReplies,
  ...itemReplies,
  ...reportReplies,
  ...webhookReplies,
  ...orderPageReplies,
  ...agentReplies,
  ...legacyReplies,
};

/** Names of the reply shapes; filled in by each resource's replies. */
export type ReplyName = string;
