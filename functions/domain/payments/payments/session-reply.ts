import { toTimestamp } from '../../../platform/clock.ts';
import { conflict, type ApiError } from '../../../platform/errors.ts';

/** Lifetime of a payment link. */
export const SESSION_LIFETIME_MS = 30 * 60 * 1000;

export const presentSession = (id: string, url: string, expiresAtMs: number) => ({
  id,
  object: 'checkout_session' as const,
  url,
  expires_at: toTimestamp(expiresAtMs),
});

export const noReturnAddress = (): ApiError =>
  conflict(
    'order_not_payable',
    'This company has no approved address for the buyer to return to: have one approved, and order again.',
  );
