import type { FunctionName } from './definition.ts';

/** Functions that a payment needs, from the order to its notifications and documents. */
const PAYMENT_CRITICAL = [
  'create-order',
  'create-checkout-session',
  'settle-order',
  'receive-stripe-notice',
  'receive-mollie-notice',
  'stream-relay',
  'fulfill-order',
] as const satisfies readonly FunctionName[];

/**
 * Functions that a till calls while a customer waits: looking up a card or ticket, redeeming it, the counter of the
 * desk.
 */
const TILL_CRITICAL = [
  'read-item',
  'claim-item',
  'create-redemption',
  'capture-redemption',
  'release-redemption',
  'area-desk-counter',
] as const satisfies readonly FunctionName[];

/**
 * The setting `reservedConcurrency` reserves executions of the account for each of these functions, which other
 * functions cannot use.
 */
export const RESERVED_FUNCTIONS: readonly string[] = [...PAYMENT_CRITICAL, ...TILL_CRITICAL];
