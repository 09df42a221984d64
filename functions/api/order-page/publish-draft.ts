import { publishDraft } from '../../domain/storefront/order-page/close-draft.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { assertNoBody, idempotencyOf } from '../../pipeline/idempotency.ts';
import { publisherOf } from './publisher.ts';
import { publishOrderPageDraft } from './routes.ts';

export const handler = endpoint(publishOrderPageDraft, (request) => {
  const { company, params, ifMatch, caller } = request;
  // `If-Match` is not part of the idempotency input, so that a retry may send the tag that its first attempt created.
  const idempotency = idempotencyOf(publishOrderPageDraft, request);
  return once(idempotency, () => {
    assertNoBody(request);
    return publishDraft(company, params['draft_id'] ?? '', { ifMatch, by: publisherOf(caller), idempotency });
  });
});
