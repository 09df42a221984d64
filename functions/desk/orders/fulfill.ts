import { retryFulfillment } from '../../domain/fulfillment/issuing/retry-fulfillment.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { orderPath, searchOf } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { loadOrderAtDesk } from './order-parts.ts';
import { orderPage } from './pages/order.ts';
import { deskFulfill } from './routes.ts';

/** Restarts a failed fulfillment or rendering. Using the button again does not restart one that is in progress. */
export const handler = deskEndpoint(deskFulfill, async (visit) => {
  const id = visit.request.params['order_id'] ?? '';
  try {
    await retryFulfillment({ company: visit.company.slug, id }, visit.by);
    return seeOther(orderPath(id, { q: searchOf(visit), outcome: 'fulfilling' }));
  } catch (error) {
    const refusal = refusalFrom(error);
    return orderPage(visit, await loadOrderAtDesk(visit, id), { refusal });
  }
});
