import * as z from 'zod/mini';
import type { OrderRow } from './rows.ts';

export const fulfillmentMessage = z.object({
  company: z.string(),
  orderId: z.string(),
  /** Products of the order's lines, so that the worker reads them together with the order. */
  productIds: z.optional(z.array(z.string())),
});

export type FulfillmentMessage = z.output<typeof fulfillmentMessage>;

export const fulfillmentOf = ({ company, id, lines }: OrderRow): FulfillmentMessage => ({
  company,
  orderId: id,
  productIds: [...new Set(lines.map(({ productId }) => productId))],
});
