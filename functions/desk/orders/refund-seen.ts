import type { RefundPreview } from '../../domain/payments/refunds/preview.ts';
import { hashInput } from '../../storage/idempotency.ts';

/**
 * The preview in a refund's confirmation form: its amount, what was refunded before it, and the outcome of the items.
 */
export const seenOf = ({ amount, refunded, items, spent, unissued }: RefundPreview): string =>
  [amount, refunded, hashInput({ items, spent, unissued })].join('.');

/** Amount refunded of the order when the form was shown, in the smallest unit. */
export const refundedWhenSeen = (seen: string): number => Number(/^\d+\.(\d+)\./.exec(seen)?.[1] ?? Number.NaN);
