import { removeGiftCard } from '../../domain/payments/payments/remove-gift-card.ts';
import { callerActor } from '../../pipeline/caller.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { removeGiftCardRoute } from './gift-cards.routes.ts';

export const handler = endpoint(removeGiftCardRoute, ({ company, params, ...request }) =>
  removeGiftCard({
    company,
    orderId: params['order_id'] ?? '',
    id: params['gift_card_id'] ?? '',
    by: callerActor(request.caller),
    idempotency: idempotencyOf(removeGiftCardRoute, { company, params, ...request }, MONEY_KEY_SECONDS),
  }),
);
