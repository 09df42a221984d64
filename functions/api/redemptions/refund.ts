import { refundRedemption } from '../../domain/value/items/redemptions/refund.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf, withKeyBeforeBody } from '../../pipeline/idempotency.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { operatorOf } from '../items/operator.ts';
import { refundRedemptionRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) =>
  withKeyBeforeBody(idempotencyOf(route, request, MONEY_KEY_SECONDS), (idempotency) =>
    refundRedemption({
      operator: operatorOf(request),
      id: request.params['redemption_id'] ?? '',
      amount: request.body.amount,
      idempotency,
    }),
  ),
);
