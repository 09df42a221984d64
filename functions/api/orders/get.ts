import { presentOrder, presentOrderWithCommission } from '../../domain/checkout/orders/present.ts';
import { findMissedPayment } from '../../domain/payments/payments/find-payment.ts';
import { readOrder } from '../../domain/checkout/orders/read.ts';
import { assertScope, endpoint } from '../../pipeline/endpoint.ts';
import { getOrderRoute } from './routes.ts';

export const handler = endpoint(getOrderRoute, async ({ company, params, query, caller }) => {
  if (query.expand === 'commission') assertScope(caller, 'reports:read');
  // Read consistently: partners read it right after an event.
  const order = await findMissedPayment(await readOrder(company, params['order_id'] ?? '', { consistent: true }));
  return { status: 200, body: query.expand === 'commission' ? presentOrderWithCommission(order) : presentOrder(order) };
});
