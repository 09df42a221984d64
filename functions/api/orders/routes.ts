import { withErrorText } from '../../platform/messages/error-text.ts';
import { validation } from '../../platform/messages/validation.ts';
import * as z from 'zod/mini';
import { deliveryBody } from '../../domain/checkout/orders/delivery-body.ts';
import { applyGiftCardRoute, removeGiftCardRoute } from './gift-cards.routes.ts';
import { lazy } from '../../platform/lazy.ts';
import type { Route } from '../../pipeline/route.ts';
import { upTo } from '../../platform/length-between.ts';

/**
 * Routes that read, pay, change and refund orders. The route that creates orders is in create.route.ts, because its
 * body is large.
 */

const listQuery = z.object({
  status: z.optional(z.string()),
  payment_status: z.optional(z.string()),
  created_after: z.optional(z.string()),
  created_before: z.optional(z.string()),
  email: z.optional(z.string()),
  client_reference: z.optional(z.string()),
  limit: z.optional(z.string()),
  starting_after: z.optional(z.string()),
});

export const listOrdersRoute = {
  name: 'list-orders',
  method: 'GET',
  path: '/v2/orders',
  entry: 'functions/api/orders/list.ts',
  access: 'api-key',
  scope: 'orders:read',
  query: listQuery,
  replies: { 200: 'OrderList' },
  errors: ['validation_failed'],
  summary: 'List orders, newest first',
  description:
    'Filters are combined by AND. Separate several values of one filter by commas, or repeat the parameter ' +
    '(`a=x&a=y`, `a[]=x`); of a repeated date the last one counts. Dates are RFC 3339 timestamps or `YYYY-MM-DD`, ' +
    'which means midnight UTC; `created_after` is inclusive, `created_before` exclusive. A filter takes at most 20 ' +
    'values, none of them blank. If few orders match, a page can be short although `has_more` is true.',
  tag: 'Orders',
  uses: ['keys', 'table:read', 'index:ix1', 'index:ix2', 'index:ix3', 'index:ix4'],
} as const satisfies Route;

const orderQuery = z.object({ expand: z.optional(z.enum(['commission'])) });

export const getOrderRoute = {
  name: 'get-order',
  method: 'GET',
  path: '/v2/orders/{order_id}',
  entry: 'functions/api/orders/get.ts',
  access: 'api-key',
  scope: 'orders:read',
  query: orderQuery,
  replies: { 200: 'Order' },
  errors: ['not_found', 'validation_failed'],
  summary: 'Read an order',
  description:
    '`payment.status` shows whether the order is paid, `fulfillment.status` whether its cards are issued and sent; ' +
    'nothing else proves either. While an order waits for its payment, the payment is also read from the gateway, ' +
    'because a notification can be late. `expand=commission` adds the commission, and also requires the scope ' +
    '`reports:read`.',
  tag: 'Orders',
  uses: ['keys', 'table:write', 'payments'],
} as const satisfies Route;

const eventsQuery = z.object({ limit: z.optional(z.string()), starting_after: z.optional(z.string()) });

export const listOrderEventsRoute = {
  name: 'list-order-events',
  method: 'GET',
  path: '/v2/orders/{order_id}/events',
  entry: 'functions/api/orders/list-events.ts',
  access: 'api-key',
  scope: 'orders:read',
  query: eventsQuery,
  replies: { 200: 'OrderEventList' },
  errors: ['not_found', 'validation_failed'],
  summary: 'List the events of an order, oldest first',
  description:
    'Lists the events that webhooks report, each with the resulting states and its actor: a key, a user, or a part ' +
    'of the service such as the gateway or a sweep.',
  tag: 'Orders',
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const createCheckoutSessionRoute = {
  name: 'create-checkout-session',
  auditedByDomain: true,
  method: 'POST',
  path: '/v2/orders/{order_id}/checkout-sessions',
  entry: 'functions/api/orders/create-checkout-session.ts',
  access: 'api-key',
  scope: 'checkout:create',
  writes: true,
  idempotency: 'key',
  replies: { 200: 'CheckoutSession', 201: 'CheckoutSession' },
  createdAt: '{url}',
  errors: [
    'not_found',
    'checkout_not_enabled',
    'test_key_not_accepted_in_production',
    'checkout_in_progress',
    'order_not_payable',
    'checkout_unavailable',
    'gateway_unavailable',
  ],
  summary: 'Open a hosted payment page for an unpaid order',
  description:
    'Send the browser to `url`; the link is valid for 30 minutes. The response is 201 for a new session and 200 ' +
    'for a repeat with the same key. A request with a new key closes the earlier session of the order. `order` is ' +
    'a snapshot. If nothing is due, real gateways have no page: the order is paid immediately, and `url` leads ' +
    'back to the shop.',
  tag: 'Orders',
  uses: ['keys', 'table:write', 'payments'],
} as const satisfies Route;

const settleBody = lazy(() =>
  z.strictObject({
    mode: z.string().check(z.minLength(1), upTo(100)),
    external_reference: z
      .string()
      .check(
        z.trim(),
        z.regex(/^[\s\S]{1,100}$/u, withErrorText(validation('length_out_of_range', { minimum: 1, maximum: 100 }))),
      ),
  }),
);

export const settleOrderRoute = {
  name: 'settle-order',
  auditedByDomain: true,
  method: 'POST',
  path: '/v2/orders/{order_id}/settle',
  entry: 'functions/api/orders/settle.ts',
  access: 'api-key',
  scope: 'orders:settle',
  writes: true,
  idempotency: 'key',
  get body() {
    return settleBody();
  },
  replies: { 200: 'Order' },
  errors: [
    'not_found',
    'test_key_not_accepted_in_production',
    'settlement_not_enabled',
    'order_not_settleable',
    'checkout_in_progress',
    'settlement_reference_conflict',
  ],
  summary: 'Settle an unpaid order under a negotiated mode',
  description:
    'The order counts as paid without the payment gateway, and is fulfilled. `mode` is one of the settlement modes ' +
    'of the contract; `external_reference` identifies the settlement in your system and can settle one order only.',
  tag: 'Orders',
  uses: ['keys', 'table:write', 'payments'],
} as const satisfies Route;

export const changeDeliveryRoute = {
  name: 'change-delivery',
  auditedByDomain: true,
  method: 'POST',
  path: '/v2/orders/{order_id}/delivery',
  entry: 'functions/api/orders/change-delivery.ts',
  access: 'api-key',
  scope: 'orders:create',
  writes: true,
  idempotency: 'key',
  get body() {
    return deliveryBody();
  },
  replies: { 200: 'Order' },
  errors: ['not_found', 'delivery_not_changeable'],
  summary: 'Change when or where a scheduled order is sent',
  description:
    'While an order waits for its `send_at`, that time and the address of its recipient can be changed; absent ' +
    'members are unchanged. The buyer of a paid order is notified by email. A repeat of the request that created ' +
    'the order returns the first response.',
  tag: 'Orders',
  uses: ['table:write'],
} as const satisfies Route;

const REFUNDED_ITEMS_MAX = 1000;
const named = lazy(() => z.optional(z.literal(true, 'Leave this out, or send true.')));

const refundBody = lazy(() =>
  z.strictObject({
    amount: z.optional(
      z
        .int('This must be a whole number of the smallest currency unit.')
        .check(
          z.gte(1),
          z.describe('Amount, in the smallest unit. Default: everything that can be refunded of what is named.'),
        ),
    ),
    items: z.optional(
      z
        .array(z.string().check(z.minLength(1), upTo(255)))
        .check(
          z.minLength(1),
          z.maxLength(REFUNDED_ITEMS_MAX),
          z.describe('Codes of the items to refund, which are withdrawn.'),
        ),
    ),
    shipping: named(),
    fees: named(),
  }),
);

export const refundOrderRoute = {
  name: 'refund-order',
  auditedByDomain: true,
  method: 'POST',
  path: '/v2/orders/{order_id}/refund',
  entry: 'functions/api/orders/refund.ts',
  access: 'api-key',
  scope: 'orders:refund',
  writes: true,
  idempotency: 'key',
  get body() {
    return refundBody();
  },
  bodyOptional: true,
  replies: { 200: 'Refund' },
  errors: [
    'not_found',
    'test_key_not_accepted_in_production',
    'order_not_refundable',
    'order_fully_refunded',
    'item_held',
    'refund_in_progress',
    'amount_precision_unsupported',
    'refund_amount_too_large',
    'refund_declined',
    'gateway_unavailable',
  ],
  summary: 'Refund a paid order',
  description:
    'Without a body, everything that can be refunded is refunded. `items` (codes), `shipping` and `fees` select ' +
    'what is refunded. Selected items must be unspent and are withdrawn; `amount` is at most what was paid for the ' +
    'selection, which is the default. An `amount` without a selection is taken from cancelled items, then from ' +
    'shipping, fees and unspent items, the last issued first (from an item that is not spent by amount only if the ' +
    'amount covers its price), and then from spent value, whose redemption can no longer be undone. Value is ' +
    'withdrawn before the gateway is called. After a full refund, nothing of the order can be spent, and its ' +
    'documents return 404.',
  tag: 'Orders',
  timeoutSeconds: 29,
  uses: ['keys', 'table:write', 'payments'],
} as const satisfies Route;

export const orderRoutes = [
  listOrdersRoute,
  getOrderRoute,
  listOrderEventsRoute,
  createCheckoutSessionRoute,
  applyGiftCardRoute,
  removeGiftCardRoute,
  settleOrderRoute,
  changeDeliveryRoute,
  refundOrderRoute,
];
