import { refundOrder } from '../../domain/payments/refunds/refund.ts';
import { callerActor } from '../../pipeline/caller.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { assertCanTakePayments, MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { refundOrderRoute } from './routes.ts';

export const handler = endpoint(refundOrderRoute, (request) => {
  const { company, params } = request;
  assertCanTakePayments(request.caller);
  const idempotency = idempotencyOf(refundOrderRoute, request, MONEY_KEY_SECONDS);
  return refundOrder({
    company,
    orderId: params['order_id'] ?? '',
    by: callerActor(request.caller),
    idempotency,
    input: () => request.body,
  });
});
