import { duplicateProduct } from '../../domain/administration/catalog/duplicate.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf, assertNoBody } from '../../pipeline/idempotency.ts';
import { duplicateManagedProduct as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => {
    assertNoBody(request);
    return duplicateProduct({ company, family: params['family'] ?? '', id: params['id'] ?? '', idempotency });
  });
});
