import { cancelEvent } from '../../domain/administration/catalog/cancel-event.ts';
import { once } from '../../storage/idempotency.ts';
import { callerActor } from '../../pipeline/caller.ts';
import { assertScope, endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { assertCanTakePayments, MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { cancelEvent as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, caller } = request;
  const idempotency = idempotencyOf(route, request, MONEY_KEY_SECONDS);
  return once(idempotency, () => {
    const { body: input } = request;
    if (input.refund === 'all') {
      assertScope(caller, 'orders:refund');
      assertCanTakePayments(caller);
    }
    return cancelEvent({ company, id: params['id'] ?? '', input, by: callerActor(caller), idempotency });
  });
});
