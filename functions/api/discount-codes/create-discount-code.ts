import { createDiscountCode } from '../../domain/administration/discount-codes/create.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { createDiscountCode as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => createDiscountCode({ company: request.company, entry: request.body, idempotency }));
});
