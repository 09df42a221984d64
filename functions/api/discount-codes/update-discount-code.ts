import { updateDiscountCode } from '../../domain/administration/discount-codes/update.ts';
import { once, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { updateDiscountCode as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  const change = (idempotency?: IdempotencyRecord) =>
    updateDiscountCode({ company, code: params['code'] ?? '', ifMatch, idempotency, patch: request.body });
  if (request.idempotencyKey === '') return change();
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => change(idempotency));
});
