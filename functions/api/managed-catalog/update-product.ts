import { updateProduct } from '../../domain/administration/catalog/update.ts';
import { once, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { updateManagedProduct as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  const [family, id] = [params['family'] ?? '', params['id'] ?? ''];
  const change = (idempotency?: IdempotencyRecord) =>
    updateProduct({ company, family, id, ifMatch, idempotency, patch: request.body });
  if (request.idempotencyKey === '') return change();
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => change(idempotency));
});
