import { releaseRedemption } from '../../domain/value/items/redemptions/release.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { assertNoBody, idempotencyOf, withKeyBeforeBody } from '../../pipeline/idempotency.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import { operatorOf } from '../items/operator.ts';
import { releaseRedemptionRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) =>
  withKeyBeforeBody(idempotencyOf(route, request, MONEY_KEY_SECONDS), (idempotency) => {
    assertNoBody(request);
    return releaseRedemption({
      operator: operatorOf(request),
      id: request.params['redemption_id'] ?? '',
      idempotency,
    });
  }),
);
