import { presentOrder } from '../../domain/orders/present.ts';
import { lookForPayment } from '../../domain/payments/look-for-payment.ts';
import { readOrder } from '../../domain/orders/read.ts';
import { endpoint } from '../endpoint.ts';
import { getOrderRoute } from './routes.ts';

export const handler = endpoint(getOrderRoute, async ({ company, params }) => ({
  status: 200,
  // Canonical state: a partner reads it right after an event, so it must not lag behind.
  body: presentOrder(await lookForPayment(await readOrder(company, params['order_id'] ?? '', { consistent: true }))),
}));
