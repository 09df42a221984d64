import { openSession } from '../../domain/payments/open-session.ts';
import { idempotencyRecordFor } from '../../storage/idempotency.ts';
import { actorOf } from '../caller.ts';
import { endpoint } from '../endpoint.ts';
import { assertTakesPayments, MONEY_KEY_SECONDS } from './payment-key.ts';
import { createCheckoutSessionRoute } from './routes.ts';

export const handler = endpoint(createCheckoutSessionRoute, (request) => {
  const { company, params, input } = request;
  assertTakesPayments(request.caller);
  const idempotency = idempotencyRecordFor({
    company,
    operation: createCheckoutSessionRoute.name,
    key: request.idempotencyKey,
    input: { params, body: input ?? {} },
    keptForSeconds: MONEY_KEY_SECONDS,
  });
  return openSession({
    company,
    orderId: params['order_id'] ?? '',
    by: actorOf(request.caller),
    idempotency,
    // Asking for the body refuses its fields: this request takes none.
    admit: () => request.body,
  });
});
