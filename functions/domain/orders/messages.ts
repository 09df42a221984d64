import * as z from 'zod/mini';
import type { OrderRow } from './rows.ts';

/** What stands on the queue `fulfilment`: an order whose items are to be issued. */
export const fulfilmentMessage = z.object({
  company: z.string(),
  orderId: z.string(),
  /** What its lines are of, so that it is read together with the order; absent in messages of before. */
  productIds: z.optional(z.array(z.string())),
});

export type FulfilmentMessage = z.output<typeof fulfilmentMessage>;

export const fulfilmentOf = ({ company, id, lines }: OrderRow): FulfilmentMessage => ({
  company,
  orderId: id,
  productIds: [...new Set(lines.map(({ productId }) => productId))],
});
