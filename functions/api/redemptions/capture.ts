import { captureRedemption } from '../../domain/value/items/redemptions/capture.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf, withKeyBeforeBody } from '../../pipeline/idempotency.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { operatorOf } from '../items/operator.ts';
import { captureRedemptionRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) =>
  withKeyBeforeBody(idempotencyOf(route, request, MONEY_KEY_SECONDS), (idempotency) =>
    captureRedemption({
      operator: operatorOf(request),
      id: request.params['redemption_id'] ?? '',
      amount: request.body.amount,
      idempotency,
    }),
  ),
);
