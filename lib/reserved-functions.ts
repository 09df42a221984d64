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
 * With the setting `reservedConcurrency`, each of these functions has that many executions of the account reserved,
 * even when other functions are busy.
 */
export const RESERVED_FUNCTIONS: readonly string[] = [...PAYMENT_CRITICAL, ...TILL_CRITICAL];
