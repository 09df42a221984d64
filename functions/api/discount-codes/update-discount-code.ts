import { updateDiscountCode } from '../../domain/administration/discount-codes/update.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { updateDiscountCode as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  return onceIfKeyed(route, request, (idempotency) =>
    updateDiscountCode({ company, code: params['code'] ?? '', ifMatch, idempotency, patch: request.body }),
  );
});
