import { updateDraft } from '../../domain/storefront/order-page/drafts.ts';
import { once, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { updateOrderPageDraft } from './routes.ts';

export const handler = endpoint(updateOrderPageDraft, (request) => {
  const { company, params, body, idempotencyKey, ifMatch } = request;
  const change = (idempotency?: IdempotencyRecord) =>
    updateDraft(company, params['draft_id'] ?? '', { body, ifMatch, idempotency });
  if (idempotencyKey === '') return change();
  // `If-Match` is not part of the idempotency input, because the first attempt makes the tag of a retry outdated.
  const idempotency = idempotencyOf(updateOrderPageDraft, request);
  return once(idempotency, () => change(idempotency));
});
