import * as z from 'zod/mini';
import type { IndexedItem } from '../search/index-search.ts';

const indexedItem = z.custom<IndexedItem>(
  (value) => typeof value === 'object' && value !== null && 'code' in value && 'orderId' in value,
);

/** Work on items that follows a commit (queue `items`). */
export const itemWorkShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('index'), item: indexedItem }),
  /** A directly issued order: issue missing items, activate captured ones. */
  z.object({ kind: z.literal('complete-order'), company: z.string(), orderId: z.string() }),
  /** The shipment of an order was posted. */
  z.object({ kind: z.literal('mark-posted'), company: z.string(), orderId: z.string(), postedAtMs: z.number() }),
  /** A group claim in steps: complete or undo it. */
  z.object({ kind: z.literal('complete-claim'), claim: z.object({ pk: z.string(), sk: z.string() }) }),
  /** An item of an order was replaced: the document of its line is outdated. */
  z.object({ kind: z.literal('redraw'), company: z.string(), orderId: z.string(), lineId: z.string() }),
]);

/** Email with the documents of one item or of a directly issued order (queue `mail`). */
export const itemMail = z.object({
  kind: z.literal('items'),
  company: z.string(),
  orderId: z.string(),
  /** Default: every item of the order. */
  code: z.optional(z.string()),
  email: z.string(),
  /** Deduplication id: a message delivered twice is emailed once. */
  mailId: z.string(),
});

export type ItemWork = z.output<typeof itemWorkShape>;
export type ItemMail = z.output<typeof itemMail>;
