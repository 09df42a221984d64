import * as z from 'zod/mini';
import { redemptionAmountBody, redemptionBody } from '../../domain/value/items/redemptions/schema.ts';
import type { Route } from '../../pipeline/route.ts';

const optional = z.optional(z.string());

const listQuery = z.object({
  reference: z.optional(z.string().check(z.describe('Only redemptions with this reference of yours.'))),
  code: z.optional(z.string().check(z.describe('Only redemptions of the item with this code.'))),
  status: z.optional(z.string().check(z.describe('Only redemptions in one of these states, separated by commas.'))),
  created_after: optional,
  created_before: optional,
  company: optional,
  limit: optional,
  starting_after: optional,
});

export const createRedemptionRoute = {
  name: 'create-redemption',
  method: 'POST',
  path: '/v2/redemptions',
  entry: 'functions/api/redemptions/create.ts',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'key',
  auditedByDomain: true,
  get body() {
    return redemptionBody();
  },
  replies: { 201: 'Redemption' },
  createdAt: '/v2/redemptions/{id}',
  errors: [
    'validation_failed',
    'currency_mismatch',
    'insufficient_value',
    'idempotency_conflict',
    'too_many_holds',
    'item_busy',
    'vendor_unavailable',
  ],
  summary: 'Redeem or hold value of up to ten items',
  description:
    'All sources are redeemed, or none. `amount` is the amount to cover: exactly `amount` is taken from a source ' +
    'that has one, and the rest from the other sources, in the order of `allocation`. Without it, the `amount` or ' +
    '`number` of each source is taken, or everything that is available. With `capture` false the value is held ' +
    'until `expires_at`. An item that cannot be claimed returns 422 on `sources.<n>.code` with the same reason as ' +
    '`claim_error`.',
  tag: 'Items',
  uses: ['keys', 'table:write', 'vendor'],
} as const satisfies Route;

export const listRedemptionsRoute = {
  name: 'list-redemptions',
  method: 'GET',
  path: '/v2/redemptions',
  entry: 'functions/api/redemptions/list.ts',
  access: 'api-key',
  scope: 'items:read',
  query: listQuery,
  replies: { 200: 'RedemptionList' },
  errors: ['validation_failed'],
  summary: 'List redemptions, newest first',
  description:
    'Filters are combined by AND. Separate several values of one filter by commas, or repeat the parameter. Dates ' +
    'are RFC 3339 timestamps or `YYYY-MM-DD`, which means midnight UTC; `created_after` is inclusive, ' +
    '`created_before` exclusive. If few redemptions match the filters, a page can be short although `has_more` is ' +
    'true.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'index:ix1', 'index:ix2', 'index:ix3'],
} as const satisfies Route;

export const readRedemptionRoute = {
  name: 'read-redemption',
  method: 'GET',
  path: '/v2/redemptions/{redemption_id}',
  entry: 'functions/api/redemptions/read.ts',
  access: 'api-key',
  scope: 'items:read',
  replies: { 200: 'Redemption' },
  errors: ['not_found'],
  summary: 'Read a redemption',
  description: 'A hold whose `expires_at` has passed is shown as `expired`.',
  tag: 'Items',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const captureRedemptionRoute = {
  name: 'capture-redemption',
  method: 'POST',
  path: '/v2/redemptions/{redemption_id}/capture',
  entry: 'functions/api/redemptions/capture.ts',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'key',
  auditedByDomain: true,
  get body() {
    return redemptionAmountBody();
  },
  bodyOptional: true,
  replies: { 200: 'Redemption' },
  errors: [
    'not_found',
    'validation_failed',
    'idempotency_conflict',
    'redemption_expired',
    'redemption_not_capturable',
    'item_busy',
  ],
  summary: 'Capture a held redemption',
  description:
    'Without `amount`, everything held is captured. With a smaller `amount` the rest is released, starting with ' +
    'the last source. A capture is final. It succeeds even if an item has expired, is disputed or is blocked in ' +
    'the meantime.',
  tag: 'Items',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const releaseRedemptionRoute = {
  name: 'release-redemption',
  method: 'POST',
  path: '/v2/redemptions/{redemption_id}/release',
  entry: 'functions/api/redemptions/release.ts',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'key',
  replies: { 200: 'Redemption' },
  errors: ['not_found', 'validation_failed', 'idempotency_conflict', 'redemption_not_releasable', 'item_busy'],
  summary: 'Release a held redemption',
  description: 'A redemption that was released or has expired is returned unchanged.',
  tag: 'Items',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const refundRedemptionRoute = {
  name: 'refund-redemption',
  method: 'POST',
  path: '/v2/redemptions/{redemption_id}/refund',
  entry: 'functions/api/redemptions/refund.ts',
  access: 'api-key',
  scope: 'items:write',
  writes: true,
  idempotency: 'key',
  auditedByDomain: true,
  get body() {
    return redemptionAmountBody();
  },
  bodyOptional: true,
  replies: { 200: 'Redemption' },
  errors: [
    'not_found',
    'validation_failed',
    'idempotency_conflict',
    'redemption_not_refundable',
    'refund_amount_too_large',
    'item_busy',
  ],
  summary: 'Refund a redemption',
  description: 'Refunds `amount`, starting with the last source. Without `amount`, all captured value is refunded.',
  tag: 'Items',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const redemptionRoutes = [
  createRedemptionRoute,
  listRedemptionsRoute,
  readRedemptionRoute,
  captureRedemptionRoute,
  releaseRedemptionRoute,
  refundRedemptionRoute,
];
