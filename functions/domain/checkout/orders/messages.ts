import * as z from 'zod/mini';
import type { OrderRow } from './rows.ts';

/** Message of the queue `fulfillment`: an order whose items are to be issued. */
export const fulfillmentMessage = z.object({
  company: z.string(),
  orderId: z.string(),
  /** What its lines are of, so that it is read together with the order; absent in messages of before. */
  productIds: z.optional(z.array(z.string())),
});

export type FulfillmentMessage = z.output<typeof fulfillmentMessage>;

export const fulfillmentOf = ({ company, id, lines }: OrderRow): FulfillmentMessage => ({
  company,
  orderId: id,
  productIds: [...new Set(lines.map(({ productId }) => productId))],
});
