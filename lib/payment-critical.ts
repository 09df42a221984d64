/**
 * Functions without which no money is taken or its receipt reported: from the order to its card. With the setting `reservedConcurrency`
 * each keeps N of the account's executions for itself, whatever else is busy.
 */
export const PAYMENT_CRITICAL: readonly string[] = [
  'create-order',
  'create-checkout-session',
  'settle-order',
  'receive-stripe-notice',
  'receive-mollie-notice',
  'stream-relay',
  'fulfill-order',
];
