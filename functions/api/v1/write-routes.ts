import * as z from 'zod/mini';
import {
  activateBody,
  claimBody,
  claimOrderBody,
  issueBody,
  portionBody,
  resendBody,
} from '../../domain/value/items/schema.ts';
import { lazy } from '../../platform/lazy.ts';
import type { Route } from '../../pipeline/route.ts';

const REPLAYED =
  ' A request that sends an `Idempotency-Key` or `X-Request-Guid` of its own can be repeated: the repeat gets the ' +
  'recorded response and changes nothing. Every success has `X-Request-Guid`. A user of an agency may name an ' +
  'assigned `company`.';

export const claimItem = {
  method: 'POST',
  access: 'v1',
  idempotency: 'request-guid',
  name: 'v1-claim-item',
  auditedByDomain: true,
  path: '/item/{code}/claim',
  alsoAt: ['/{language}/item/{code}/claim'],
  entry: 'functions/api/v1/items/claim-item.ts',
  get body() {
    return claimBody();
  },
  replies: { 200: 'LegacyClaim', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'Redeem an item in whole or in part',
  get description() {
    return (
      '`type` is `all`, `amount` (with `amount`) or `piece` (with `number`). Dormant campaign codes and codes of the ' +
      'company’s vendor are accepted, too. `reference` and `location` are recorded with the redemption.' +
      REPLAYED
    );
  },
  tag: 'Items',
  uses: ['table:write', 'vendor'],
} as const satisfies Route;

export const refundItem = {
  method: 'POST',
  access: 'v1',
  idempotency: 'request-guid',
  uses: ['table:write'],
  name: 'v1-refund-item',
  auditedByDomain: true,
  path: '/item/{code}/refund',
  alsoAt: ['/{language}/item/{code}/refund'],
  entry: 'functions/api/v1/items/refund-item.ts',
  get body() {
    return portionBody();
  },
  replies: { 200: 'LegacyRefund', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'Undo a redemption in whole or in part',
  get description() {
    return 'Takes the same fields as a claim.' + REPLAYED;
  },
  tag: 'Items',
} as const satisfies Route;

const cancelItemBody = lazy(() => z.object({ company: z.optional(z.string()) }));

export const cancelItem = {
  method: 'POST',
  access: 'v1',
  idempotency: 'request-guid',
  uses: ['table:write'],
  name: 'v1-cancel-item',
  auditedByDomain: true,
  path: '/item/{code}/cancel',
  alsoAt: ['/{language}/item/{code}/cancel'],
  entry: 'functions/api/v1/items/cancel-item.ts',
  get body() {
    return cancelItemBody();
  },
  bodyOptional: true,
  replies: { 200: 'LegacyOperation', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'Cancel an unredeemed item',
  get description() {
    return 'Users without the right to cancel can cancel only items that they created.' + REPLAYED;
  },
  tag: 'Items',
} as const satisfies Route;

export const activateItem = {
  method: 'POST',
  access: 'v1',
  idempotency: 'request-guid',
  uses: ['table:write'],
  name: 'v1-activate-item',
  auditedByDomain: true,
  path: '/item/{code}/activate',
  alsoAt: ['/{language}/item/{code}/activate'],
  entry: 'functions/api/v1/items/activate-item.ts',
  get body() {
    return activateBody();
  },
  bodyOptional: true,
  replies: { 200: 'LegacyActivation', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'Activate a dormant campaign code',
  get description() {
    return '`amount` is required for campaigns without a fixed value.' + REPLAYED;
  },
  tag: 'Items',
} as const satisfies Route;

export const resendItem = {
  method: 'POST',
  access: 'v1',
  idempotency: 'request-guid',
  uses: ['table:write'],
  name: 'v1-resend-item',
  path: '/item/{code}/resend',
  alsoAt: ['/{language}/item/{code}/resend'],
  entry: 'functions/api/v1/items/resend-item.ts',
  get body() {
    return resendBody();
  },
  replies: { 200: 'LegacyOperation', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'Resend an item by email',
  get description() {
    return 'The action is recorded in the history of the item.' + REPLAYED;
  },
  tag: 'Items',
} as const satisfies Route;

export const claimOrder = {
  method: 'POST',
  access: 'v1',
  idempotency: 'request-guid',
  uses: ['table:write'],
  name: 'v1-claim-order',
  auditedByDomain: true,
  path: '/order/{order_id}/claim',
  alsoAt: ['/{language}/order/{order_id}/claim'],
  entry: 'functions/api/v1/orders/claim-order.ts',
  get body() {
    return claimOrderBody();
  },
  bodyOptional: true,
  replies: { 200: 'LegacyOperation', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'Redeem every item of an order',
  get description() {
    return 'All items or none. Users of an agency get status `Error`.' + REPLAYED;
  },
  tag: 'Orders',
  timeoutSeconds: 29,
} as const satisfies Route;

const captureOrderBody = lazy(() => z.object({ company: z.optional(z.string()) }));

export const captureOrder = {
  method: 'POST',
  access: 'v1',
  idempotency: 'request-guid',
  uses: ['table:write'],
  name: 'v1-capture-order',
  auditedByDomain: true,
  path: '/order/{order_id}/capture',
  alsoAt: ['/{language}/order/{order_id}/capture'],
  entry: 'functions/api/v1/orders/capture-order.ts',
  get body() {
    return captureOrderBody();
  },
  bodyOptional: true,
  replies: { 200: 'LegacyCapture', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'Capture an order that was issued without capture',
  get description() {
    return (
      'Its items become active, except for discarded ones. An order that is unknown or already paid, or whose ' +
      'items are all discarded, returns status `Error`.' +
      REPLAYED
    );
  },
  tag: 'Orders',
  timeoutSeconds: 29,
} as const satisfies Route;

export const createGiftCards = {
  method: 'POST',
  access: 'v1',
  idempotency: 'request-guid',
  name: 'v1-create-gc',
  path: '/action/create-gc',
  alsoAt: ['/{language}/action/create-gc'],
  entry: 'functions/api/v1/orders/create-gc.ts',
  uses: ['keys', 'table:write', 'table:batch'],
  get body() {
    return issueBody();
  },
  replies: { 200: 'LegacyIssued', 401: 'LegacyUnauthorized', 415: 'LegacyCompressed', 429: 'LegacyFailure' },
  summary: 'Issue gift cards against an invoice contract',
  get description() {
    return (
      'The gift cards belong to the user who creates them. With `capture` false they await payment until the order ' +
      'is captured.' +
      REPLAYED
    );
  },
  tag: 'Actions',
  timeoutSeconds: 29,
} as const satisfies Route;

export const writeRoutes = [
  claimItem,
  refundItem,
  cancelItem,
  activateItem,
  resendItem,
  claimOrder,
  captureOrder,
  createGiftCards,
];
