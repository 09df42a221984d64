import * as z from 'zod/mini';
import { CODE_MAX_LENGTH } from '../../domain/catalog/codes/rules.ts';
import { lazy } from '../../platform/lazy.ts';
import type { Route } from '../../pipeline/route.ts';
import { upTo } from '../../platform/length-between.ts';

const giftCardBody = lazy(() =>
  z.strictObject({
    code: z.string().check(z.minLength(1), upTo(CODE_MAX_LENGTH)),
    amount: z.optional(
      z
        .int('This must be a whole number of the smallest currency unit.')
        .check(
          z.gte(1),
          z.describe('Amount, in the smallest unit. Default: the amount due, or what the card has if that is less.'),
        ),
    ),
  }),
);

export const applyGiftCardRoute = {
  name: 'apply-gift-card',
  auditedByDomain: true,
  method: 'POST',
  path: '/v2/orders/{order_id}/gift-cards',
  entry: 'functions/api/orders/apply-gift-card.ts',
  access: 'api-key',
  scope: 'checkout:create',
  writes: true,
  idempotency: 'key',
  get body() {
    return giftCardBody();
  },
  replies: { 201: 'Order' },
  createdAt: '/v2/orders/{id}',
  errors: [
    'not_found',
    'checkout_not_enabled',
    'test_key_not_accepted_in_production',
    'checkout_in_progress',
    'order_not_payable',
    'gift_card_not_usable',
    'gift_card_not_accepted',
    'insufficient_value',
    'too_many_holds',
    'gateway_unavailable',
  ],
  summary: 'Pay an unpaid order with a gift card',
  description:
    'Holds `amount` of the card, or as much as is due. An open payment page of the order is closed. If nothing is ' +
    'left to pay, the order is paid immediately and all its cards are captured; otherwise the next session takes ' +
    '`payment.due`. The hold ends when the order expires. An order accepts up to five cards; an order of gift ' +
    'cards accepts none.',
  tag: 'Orders',
  uses: ['keys', 'table:write', 'payments'],
} as const satisfies Route;

export const removeGiftCardRoute = {
  name: 'remove-gift-card',
  auditedByDomain: true,
  method: 'DELETE',
  path: '/v2/orders/{order_id}/gift-cards/{gift_card_id}',
  entry: 'functions/api/orders/remove-gift-card.ts',
  access: 'api-key',
  scope: 'checkout:create',
  writes: true,
  idempotency: 'key',
  replies: { 200: 'Order' },
  errors: ['not_found', 'checkout_in_progress', 'order_not_payable', 'gateway_unavailable'],
  summary: 'Remove a gift card from an unpaid order',
  description:
    'Releases the value that the order holds on the card, and closes an open payment page. Removing a released ' +
    'card again changes nothing.',
  tag: 'Orders',
  uses: ['keys', 'table:write', 'payments'],
} as const satisfies Route;
