import { updateProduct } from '../../domain/administration/catalog/update.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { updateManagedProduct as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  const [family, id] = [params['family'] ?? '', params['id'] ?? ''];
  return onceIfKeyed(route, request, (idempotency) =>
    updateProduct({ company, family, id, ifMatch, idempotency, patch: request.body }),
  );
});
