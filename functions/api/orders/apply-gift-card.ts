import { applyGiftCard } from '../../domain/payments/payments/apply-gift-card.ts';
import { callerActor } from '../../pipeline/caller.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { assertCanTakePayments, MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { operatorOf } from '../items/operator.ts';
import { applyGiftCardRoute } from './gift-cards.routes.ts';

export const handler = endpoint(applyGiftCardRoute, (request) => {
  assertCanTakePayments(request.caller);
  const operator = operatorOf(request);
  return applyGiftCard({
    caller: operator,
    by: callerActor(request.caller),
    orderId: request.params['order_id'] ?? '',
    idempotency: idempotencyOf(applyGiftCardRoute, request, MONEY_KEY_SECONDS),
    input: () => request.body,
  });
});
