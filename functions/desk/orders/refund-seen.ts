import type { ForeseenRefund } from '../../domain/payments/refunds/preview.ts';
import { hashInput } from '../../storage/idempotency.ts';

/**
 * What the form that confirms a refund carries of what was shown with it: what it gives back, what had been given back
 * before it, and what becomes of the items.
 */
export const seenOf = ({ amount, refunded, items, unissued }: ForeseenRefund): string =>
  [amount, refunded, hashInput({ items, unissued })].join('.');

/** What had been given back of the order when the form was shown, in the smallest unit. */
export const refundedWhenSeen = (seen: string): number => Number(/^\d+\.(\d+)\./.exec(seen)?.[1] ?? Number.NaN);
