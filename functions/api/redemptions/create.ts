import { createRedemption } from '../../domain/value/items/redemptions/create.ts';
import { redemptionIdOf } from '../../domain/value/items/redemptions/new-redemption.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { operatorOf } from '../items/operator.ts';
import { createRedemptionRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, input, idempotencyKey: key } = request;
  const idempotency = { company, operation: route.name, key, input: { params, body: input ?? {} } };
  const id = redemptionIdOf(idempotency);
  return createRedemption({ operator: operatorOf(request), input: () => request.body, id, idempotency });
});
