import { settleOrder } from '../../domain/payments/payments/settle.ts';
import { callerActor } from '../../pipeline/caller.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { assertCanTakePayments, MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { settleOrderRoute } from './routes.ts';

export const handler = endpoint(settleOrderRoute, (request) => {
  const { company, params } = request;
  assertCanTakePayments(request.caller);
  const idempotency = idempotencyOf(settleOrderRoute, request, MONEY_KEY_SECONDS);
  return settleOrder({
    company,
    orderId: params['order_id'] ?? '',
    by: callerActor(request.caller),
    idempotency,
    terms: () => ({ mode: request.body.mode, externalReference: request.body.external_reference }),
  });
});
