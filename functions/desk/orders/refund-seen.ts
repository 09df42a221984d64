import type { RefundPreview } from '../../domain/payments/refunds/preview.ts';
import { hashInput } from '../../storage/idempotency.ts';

/**
 * Identifies a preview in the confirmation form: the amount, the amount refunded before, and the outcome of the items.
 */
export const seenOf = ({ amount, refunded, items, spent, unissued }: RefundPreview): string =>
  [amount, refunded, hashInput({ items, spent, unissued })].join('.');

/** The amount that was refunded when the form was shown, in the smallest currency unit; NaN for an invalid tag. */
export const refundedWhenSeen = (tag: string): number => Number(/^\d+\.(\d+)\./.exec(tag)?.[1] ?? Number.NaN);
