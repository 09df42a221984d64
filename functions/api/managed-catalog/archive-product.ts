import { archiveProduct } from '../../domain/administration/catalog/archive.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { archiveManagedProduct as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  return onceIfKeyed(route, request, (idempotency) =>
    archiveProduct({ company, family: params['family'] ?? '', id: params['id'] ?? '', ifMatch, idempotency }),
  );
});
