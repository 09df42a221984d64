import { allFunctions, routes } from '../definition.ts';

/** Samples on which others depend. The rest follow in the order of the definition. */
const FIRST = [
  'create-order',
  'create-checkout-session',
  'show-payment-page',
  'read-test-session',
  'submit-payment',
  'receive-test-notice',
  'open-test-session',
  'issue-items',
  'capture-order',
  'read-linked-item-document',
  'claim-item',
  'create-redemption',
  'read-redemption',
  'capture-redemption',
  'refund-redemption',
  'release-redemption',
  'block-item',
  'unblock-item',
  'extend-item',
  'adjust-item',
  'apply-gift-card',
  'remove-gift-card',
  'list-shipments',
  'pack-shipment',
  'post-shipment',
  'return-shipment',
  'claim-order',
  'register-webhook-endpoint',
  'ping-webhook-endpoint',
  'create-api-key',
  'create-managed-product',
  'create-campaign',
  'create-campaign-codes',
  'create-discount-code',
  'cancel-event',
  'v1-token',
  'v1-create-gc',
  'v1-capture-order',
  'v1-claim-order',
  'v1-activate-item',
  'open-pdf-template-upload',
  'finalize-pdf-template',
  'put-brand-asset',
  'list-brand-assets',
  'show-brand-asset',
  'desk-sign-in',
  'desk-redeem',
  // Must run before another sample refunds a part.
  'desk-undo',
  // Must run before another sample cancels the item.
  'desk-change-item-state',
];

/** Samples that end resources of other samples. */
const LAST = [
  'remove-user',
  'archive-managed-product',
  'delete-campaign',
  'delete-discount-code',
  'replace-item',
  'cancel-item',
  'v1-cancel-item',
  'delete-webhook-endpoint',
  'revoke-api-key',
  'refund-test-payment',
  'test-session-event',
  'desk-delete-webhook',
  'desk-delete-campaign',
  'desk-delete-discount-code',
  // Ends the tokens of the user.
  'desk-change-own-password',
  'desk-sign-out',
];

/** Names of all routes and of all functions without routes, in an order in which each sample finds its references. */
export const sampleNames = (): string[] => {
  const otherFunctions = allFunctions().filter(({ access }) => access === undefined);
  const names = [...routes, ...otherFunctions].map(({ name }) => name);
  const remainingNames = names.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
  return [...FIRST, ...remainingNames, ...LAST].filter((name) => names.includes(name));
};

/** The file with the sample of a function. */
export const sampleFile = (name: string): string => `events/${name}.json`;
