import { restoreRevision } from '../../domain/storefront/order-page/change.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { publisherOf } from './publisher.ts';
import { restoreOrderPageRevision } from './routes.ts';

export const handler = endpoint(restoreOrderPageRevision, (request) => {
  const { company, params, caller } = request;
  const idempotency = idempotencyOf(restoreOrderPageRevision, request);
  return once(idempotency, () => {
    // Reading the body throws if it has fields, because this request accepts none.
    const { body: _none } = request;
    return restoreRevision(company, { id: params['revision_id'] ?? '', by: publisherOf(caller), idempotency });
  });
});
