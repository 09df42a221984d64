import { deleteDiscountCode } from '../../domain/administration/discount-codes/delete.ts';
import { once, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { deleteDiscountCode as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  const remove = (idempotency?: IdempotencyRecord) =>
    deleteDiscountCode({ company, code: params['code'] ?? '', ifMatch, idempotency });
  if (request.idempotencyKey === '') return remove();
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => remove(idempotency));
});
