import { presentOrder, presentOrderWithCommission } from '../../domain/checkout/orders/present.ts';
import { pollMissedPayment } from '../../domain/payments/payments/poll-payment.ts';
import { loadOrder } from '../../domain/checkout/orders/load.ts';
import { assertScope, endpoint } from '../../pipeline/endpoint.ts';
import { getOrderRoute } from './routes.ts';

export const handler = endpoint(getOrderRoute, async (request) => {
  const { company, params, query } = request;
  if (query.expand === 'commission') {
    await request.admitted();
    assertScope(request.caller, 'reports:read');
  }
  // A consistent read, because clients read an order right after its event.
  const stored = await loadOrder(company, params['order_id'] ?? '');
  // Waits for authentication, because polling a gateway may record a payment.
  await request.admitted();
  const order = await pollMissedPayment(stored);
  return { status: 200, body: query.expand === 'commission' ? presentOrderWithCommission(order) : presentOrder(order) };
});
