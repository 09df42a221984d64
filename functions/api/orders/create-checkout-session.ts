import { openPaymentSession } from '../../domain/payments/payments/open-session.ts';
import { callerActor } from '../../pipeline/caller.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { assertCanTakePayments, MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { createCheckoutSessionRoute } from './routes.ts';

export const handler = endpoint(createCheckoutSessionRoute, (request) => {
  const { company, params } = request;
  assertCanTakePayments(request.caller);
  const idempotency = idempotencyOf(createCheckoutSessionRoute, request, MONEY_KEY_SECONDS);
  return openPaymentSession({
    company,
    orderId: params['order_id'] ?? '',
    by: callerActor(request.caller),
    idempotency,
    // Reading the body throws if it has fields, because this request accepts none.
    admit: () => request.body,
  });
});
