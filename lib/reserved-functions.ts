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
 * Functions that staff need while a customer waits at a till: those that look up or redeem a card or ticket, and the
 * counter page of the desk.
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
 * For each of these functions, the setting `reservedConcurrency` reserves concurrent executions of the account that
 * other functions cannot use.
 */
export const RESERVED_FUNCTIONS: readonly string[] = [...PAYMENT_CRITICAL, ...TILL_CRITICAL];
