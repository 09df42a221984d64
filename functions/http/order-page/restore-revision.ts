import { restoreRevision } from '../../domain/order-page/change.ts';
import { once, idempotencyRecordFor } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { publisherOf } from './publisher.ts';
import { restoreOrderPageRevision } from './routes.ts';

export const handler = endpoint(restoreOrderPageRevision, (request) => {
  const { company, params, input, idempotencyKey, caller } = request;
  const operation = restoreOrderPageRevision.name;
  const idempotency = idempotencyRecordFor({
    company,
    operation,
    key: idempotencyKey,
    input: { params, body: input ?? {} },
  });
  return once(idempotency, () => {
    // Asking for the body refuses its fields: this request takes none.
    const { body: _none } = request;
    return restoreRevision(company, { id: params['revision_id'] ?? '', by: publisherOf(caller), idempotency });
  });
});
