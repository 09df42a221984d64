import { createOrderBody } from '../../domain/checkout/orders/schema.ts';
import type { Route } from '../../pipeline/route.ts';

export const createOrderRoute = {
  name: 'create-order',
  auditedByDomain: true,
  method: 'POST',
  path: '/v2/orders',
  entry: 'functions/api/orders/create.ts',
  access: 'api-key',
  scope: 'orders:create',
  writes: true,
  startsEarly: true,
  idempotency: 'key',
  get body() {
    return createOrderBody();
  },
  replies: { 201: 'Order' },
  createdAt: '/v2/orders/{id}',
  errors: [
    'insufficient_stock',
    'greeting_image_already_used',
    'amount_precision_unsupported',
    'below_minimum',
    'above_maximum',
    'greeting_image_not_found',
    'delivery_method_unavailable',
    'delivery_destination_unavailable',
    'send_at_unsupported',
    'shipping_priority_unsupported',
    'shipping_priority_unavailable',
    'sender_company_required',
    'discount_code_not_found',
    'discount_code_not_applicable',
  ],
  summary: 'Create an unpaid order',
  description:
    'Creates the order with all of its lines, or returns an error. The order holds its stock until it is paid or ' +
    'expires. Its idempotency key is kept as long as the order. Without `return_url` the buyer returns to the ' +
    'first approved address of the company.',
  tag: 'Orders',
  uses: ['table:write'],
} as const satisfies Route;
