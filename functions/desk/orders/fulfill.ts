import { retryFulfillment } from '../../domain/fulfillment/issuing/retry-fulfillment.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { orderPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { loadOrderAtDesk } from './order-parts.ts';
import { orderPage } from './pages/order.ts';
import { deskFulfill } from './routes.ts';

/** Starts once, even if it is pressed several times: an order in progress is not restarted. */
export const handler = deskEndpoint(deskFulfill, async (visit) => {
  const id = visit.request.params['order_id'] ?? '';
  try {
    await retryFulfillment({ company: visit.company.slug, id }, visit.by);
    return seeOther(`${orderPath(id)}?outcome=fulfilling`);
  } catch (error) {
    const refusal = refusalFrom(error);
    return orderPage(visit, await loadOrderAtDesk(visit, id), { refusal });
  }
});
