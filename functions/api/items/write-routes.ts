import {
  activateBody,
  claimBody,
  claimOrderBody,
  issueBody,
  portionBody,
  resendBody,
} from '../../domain/value/items/schema.ts';
import type { Route } from '../../pipeline/route.ts';

export const claimItem = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'request-guid',
  tag: 'Items',
  name: 'claim-item',
  auditedByDomain: true,
  path: '/v2/items/{code}/claim',
  entry: 'functions/api/items/claim-item.ts',
  get body() {
    return claimBody();
  },
  replies: { 200: 'ClaimResult' },
  errors: ['not_found', 'validation_failed', 'idempotency_conflict', 'item_busy', 'vendor_unavailable'],
  summary: 'Redeem an item in whole or in part',
  description:
    '`type` `amount` redeems a part of a value card, `piece` a `number` of seats of an item for several, and `all` ' +
    'the whole item. Taking all that is left counts as redeeming the whole item. A dormant campaign code with a ' +
    'fixed value is activated and redeemed in one step; a code of the company’s vendor is claimed there first. An ' +
    'item that cannot be redeemed returns 422 with the same reason as `claim_error`.',
  uses: ['table:write', 'vendor'],
} as const satisfies Route;

export const refundItem = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'request-guid',
  tag: 'Items',
  name: 'refund-item',
  auditedByDomain: true,
  path: '/v2/items/{code}/refund',
  entry: 'functions/api/items/refund-item.ts',
  get body() {
    return portionBody();
  },
  replies: { 200: 'ItemRefundResult' },
  errors: ['not_found', 'validation_failed', 'idempotency_conflict', 'item_busy'],
  summary: 'Undo a redemption in whole or in part',
  description:
    'The item gets its value back and is Paid again, or remains Expired after its validity. `partly_refunded` is ' +
    'true while a part remains redeemed.',
  uses: ['table:write'],
} as const satisfies Route;

export const cancelItem = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'request-guid',
  tag: 'Items',
  name: 'cancel-item',
  auditedByDomain: true,
  path: '/v2/items/{code}/cancel',
  entry: 'functions/api/items/cancel-item.ts',
  replies: { 200: 'ItemOperationResult' },
  errors: ['not_found', 'validation_failed', 'idempotency_conflict', 'item_busy', 'item_held'],
  summary: 'Cancel an unredeemed item',
  description: 'An item that still awaits payment is discarded. Both are permanent.',
  uses: ['table:write'],
} as const satisfies Route;

export const activateItem = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'request-guid',
  tag: 'Items',
  name: 'activate-item',
  auditedByDomain: true,
  path: '/v2/items/{code}/activate',
  entry: 'functions/api/items/activate-item.ts',
  get body() {
    return activateBody();
  },
  bodyOptional: true,
  replies: { 200: 'ActivationResult' },
  errors: ['not_found', 'validation_failed', 'idempotency_conflict'],
  summary: 'Activate a dormant campaign code',
  description: '`amount` is required for campaigns without a fixed value. A code can be activated once.',
  uses: ['table:write'],
} as const satisfies Route;

export const resendItem = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'request-guid',
  tag: 'Items',
  name: 'resend-item',
  path: '/v2/items/{code}/resend',
  entry: 'functions/api/items/resend-item.ts',
  get body() {
    return resendBody();
  },
  replies: { 200: 'ItemOperationResult' },
  errors: ['not_found', 'validation_failed', 'idempotency_conflict'],
  summary: 'Resend an item by email',
  description: 'The action is recorded in the history of the item.',
  uses: ['table:write'],
} as const satisfies Route;

export const claimOrder = {
  method: 'POST',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'request-guid',
  tag: 'Items',
  name: 'claim-order',
  auditedByDomain: true,
  path: '/v2/orders/{order_id}/claim',
  entry: 'functions/api/items/claim-order.ts',
  get body() {
    return claimOrderBody();
  },
  bodyOptional: true,
  replies: { 200: 'ItemOperationResult' },
  errors: ['not_found', 'validation_failed', 'idempotency_conflict'],
  summary: 'Redeem every item of an order',
  description:
    'Redeems all items, or returns 422 if one of them cannot be redeemed whole. `group_code` is that of the ' +
    'order’s items.',
  uses: ['table:write'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const issueItems = {
  method: 'POST',
  access: 'api-key',
  writes: true,
  idempotency: 'request-guid',
  tag: 'Items',
  scope: 'orders:create',
  /** The request also settles the payment of the items. */
  alsoScope: 'orders:settle',
  name: 'issue-items',
  path: '/v2/items',
  entry: 'functions/api/items/issue-items.ts',
  get body() {
    return issueBody();
  },
  replies: { 201: 'IssuedItems' },
  createdAt: '/v2/items?order_id={order_id}',
  errors: [
    'test_key_not_accepted_in_production',
    'settlement_not_enabled',
    'not_found',
    'validation_failed',
    'idempotency_conflict',
  ],
  summary: 'Issue gift cards against an invoice contract',
  description:
    'Needs settlement by invoice on the contract. `piece` is the number of cards, at most 1000. `amount` must be ' +
    'in the range of the promotion, or in that of the company without one; a promotion that adds value raises the ' +
    'value of each card. With `capture` false the cards await payment until the order is captured. The receiver ' +
    'gets the cards by email when they are paid.',
  uses: ['keys', 'table:write', 'table:batch'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const captureOrder = {
  method: 'POST',
  access: 'api-key',
  writes: true,
  idempotency: 'request-guid',
  tag: 'Items',
  scope: 'orders:settle',
  name: 'capture-order',
  auditedByDomain: true,
  path: '/v2/orders/{order_id}/capture',
  entry: 'functions/api/items/capture-order.ts',
  replies: { 200: 'CaptureResult' },
  errors: ['test_key_not_accepted_in_production', 'settlement_not_enabled', 'not_found', 'idempotency_conflict'],
  summary: 'Capture an order that was issued without capture',
  description:
    'Its items become active, except for discarded ones; `message` has the number of both. An order that was ' +
    'captured before, or whose items are all discarded, returns 404.',
  uses: ['table:write'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const itemWriteRoutes = [
  claimItem,
  refundItem,
  cancelItem,
  activateItem,
  resendItem,
  claimOrder,
  issueItems,
  captureOrder,
];
