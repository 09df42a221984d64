import { restoreRevision } from '../../domain/storefront/order-page/change.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { assertNoBody, idempotencyOf } from '../../pipeline/idempotency.ts';
import { publisherOf } from './publisher.ts';
import { restoreOrderPageRevision } from './routes.ts';

export const handler = endpoint(restoreOrderPageRevision, (request) => {
  const { company, params, caller } = request;
  const idempotency = idempotencyOf(restoreOrderPageRevision, request);
  return once(idempotency, () => {
    assertNoBody(request);
    return restoreRevision(company, { id: params['revision_id'] ?? '', by: publisherOf(caller), idempotency });
  });
});
