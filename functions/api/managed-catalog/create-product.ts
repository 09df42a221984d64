import { createProduct } from '../../domain/administration/catalog/create.ts';
import { familyNamed } from '../../domain/administration/catalog/read.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { createManagedProduct as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params } = request;
  const family = familyNamed(params['family'] ?? '');
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => {
    const { body } = request;
    return createProduct({ company, family, entry: () => body, idempotency });
  });
});
