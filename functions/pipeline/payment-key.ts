import { config } from '../platform/config.ts';
import { conflict } from '../platform/errors.ts';
import type { Caller } from './request.ts';

/**
 * Throws 409 for a test key in production. Such a key cannot take, settle or refund payments, or issue invoiced orders
 * (lib/reference/api-keys.md#test-keys).
 */
export const assertCanTakePayments = (caller: Caller): void => {
  if (caller.mode === 'live' || config.environment() !== 'production') return;
  throw conflict(
    'test_key_not_accepted_in_production',
    'A test key cannot take, refund or replace a payment in production. Nothing was done.',
  );
};

/**
 * Idempotency keys of operations that move money are kept for ten years, as long as their order
 * (lib/reference/idempotency.md#retention).
 */
export const MONEY_KEY_SECONDS = 10 * 365 * 24 * 3600;
