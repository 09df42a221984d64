import { messagesOf } from './message.ts';

/** Names of resources in messages about missing ones. */
export type MissingResource =
  | 'company'
  | 'event'
  | 'item'
  | 'order'
  | 'uncaptured order'
  | 'API key'
  | 'brand asset'
  | 'campaign'
  | 'cancellation'
  | 'card'
  | 'code batch'
  | 'device'
  | 'discount code'
  | 'document'
  | 'document: all of its items are withdrawn'
  | 'document: the order has been refunded'
  | 'document: the order is not fulfilled yet'
  | 'draft'
  | 'enabled webhook endpoint'
  | 'family'
  | 'file'
  | 'gift card'
  | 'key of operators'
  | 'line'
  | 'option'
  | 'pass'
  | 'payout'
  | 'path'
  | 'picture'
  | 'product'
  | 'redemption'
  | 'report'
  | 'resource'
  | 'revision'
  | 'session'
  | 'shipment'
  | 'shop'
  | 'statement'
  | 'template'
  | 'transaction'
  | 'upload intent'
  | 'user'
  | 'value product'
  | 'webhook delivery'
  | 'webhook endpoint';

/** A resource that does not exist, or that is not the caller's. */
export const MISSING = {
  missing: ({ what }: { what: MissingResource }) => `No such ${what}.`,
};

export const missing = messagesOf(MISSING);
