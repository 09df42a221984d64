import { createDraft } from '../../domain/storefront/order-page/drafts.ts';
import { once, idempotencyRecordFor } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { createOrderPageDraft } from './routes.ts';

export const handler = endpoint(createOrderPageDraft, (request) => {
  const { company, input, idempotencyKey } = request;
  const operation = createOrderPageDraft.name;
  const idempotency = idempotencyRecordFor({ company, operation, key: idempotencyKey, input: { body: input ?? {} } });
  return once(idempotency, () => createDraft(company, request.body, idempotency));
});
