import { presentOrder, presentOrderWithCommission } from '../../domain/checkout/orders/present.ts';
import { pollMissedPayment } from '../../domain/payments/payments/poll-payment.ts';
import { loadOrder } from '../../domain/checkout/orders/load.ts';
import { assertScope, endpoint } from '../../pipeline/endpoint.ts';
import { getOrderRoute } from './routes.ts';

export const handler = endpoint(getOrderRoute, async ({ company, params, query, caller }) => {
  if (query.expand === 'commission') assertScope(caller, 'reports:read');
  // Read consistently: partners read it right after an event.
  const order = await pollMissedPayment(await loadOrder(company, params['order_id'] ?? '', { consistent: true }));
  return { status: 200, body: query.expand === 'commission' ? presentOrderWithCommission(order) : presentOrder(order) };
});
