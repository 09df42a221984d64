import { archiveProduct } from '../../domain/administration/catalog/archive.ts';
import { once, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { archiveManagedProduct as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  const remove = (idempotency?: IdempotencyRecord) =>
    archiveProduct({ company, family: params['family'] ?? '', id: params['id'] ?? '', ifMatch, idempotency });
  if (request.idempotencyKey === '') return remove();
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => remove(idempotency));
});
