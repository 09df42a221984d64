import { deleteDiscountCode } from '../../domain/administration/discount-codes/delete.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { deleteDiscountCode as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  return onceIfKeyed(route, request, (idempotency) =>
    deleteDiscountCode({ company, code: params['code'] ?? '', ifMatch, idempotency }),
  );
});
