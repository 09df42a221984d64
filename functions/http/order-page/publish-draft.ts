import { publishDraft } from '../../domain/order-page/close-draft.ts';
import { once, idempotencyRecordFor } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { publisherOf } from './publisher.ts';
import { publishOrderPageDraft } from './routes.ts';

export const handler = endpoint(publishOrderPageDraft, (request) => {
  const { company, params, input, idempotencyKey, ifMatch, caller } = request;
  const operation = publishOrderPageDraft.name;
  // The tag is no part of the input: a repeat carries the one that its first try has made stale.
  const idempotency = idempotencyRecordFor({
    company,
    operation,
    key: idempotencyKey,
    input: { params, body: input ?? {} },
  });
  return once(idempotency, () => {
    // Asking for the body refuses its fields: this request takes none.
    const { body: _none } = request;
    return publishDraft(company, params['draft_id'] ?? '', { ifMatch, by: publisherOf(caller), idempotency });
  });
});
