import { presentOrder } from '../../domain/checkout/orders/present.ts';
import { lookForPayment } from '../../domain/payments/payments/find-payment.ts';
import { readOrder } from '../../domain/checkout/orders/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { getOrderRoute } from './routes.ts';

export const handler = endpoint(getOrderRoute, async ({ company, params }) => ({
  status: 200,
  // Canonical state: a partner reads it right after an event, so it must not lag behind.
  body: presentOrder(await lookForPayment(await readOrder(company, params['order_id'] ?? '', { consistent: true }))),
}));
