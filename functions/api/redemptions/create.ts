import { createRedemption } from '../../domain/value/items/redemptions/create.ts';
import { redemptionIdOf } from '../../domain/value/items/redemptions/new-redemption.ts';
import { markAudited, nameSubject } from '../../platform/cause.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { operatorOf } from '../items/operator.ts';
import { createRedemptionRoute as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, body, params, input, idempotencyKey: key } = request;
  const idempotency = { company, operation: route.name, key, input: { params, body: input ?? {} } };
  const id = redemptionIdOf(idempotency);
  // Claims are entries of the ledger, which the audit log reads; a hold is none.
  if (body.capture) markAudited();
  else nameSubject({ redemption_id: id });
  return createRedemption({ operator: operatorOf(request), input: body, id, idempotency });
});
