import { refundOrder } from '../../domain/refunds/refund.ts';
import { idempotencyRecordFor } from '../../storage/idempotency.ts';
import { actorOf } from '../caller.ts';
import { endpoint } from '../endpoint.ts';
import { assertTakesPayments, MONEY_KEY_SECONDS } from './payment-key.ts';
import { refundOrderRoute } from './routes.ts';

export const handler = endpoint(refundOrderRoute, (request) => {
  const { company, params, input } = request;
  assertTakesPayments(request.caller);
  const idempotency = idempotencyRecordFor({
    company,
    operation: refundOrderRoute.name,
    key: request.idempotencyKey,
    input: { params, body: input ?? {} },
    keptForSeconds: MONEY_KEY_SECONDS,
  });
  return refundOrder({
    company,
    orderId: params['order_id'] ?? '',
    by: actorOf(request.caller),
    idempotency,
    wish: () => request.body,
  });
});
