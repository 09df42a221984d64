import { updateDraft } from '../../domain/storefront/order-page/drafts.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { updateOrderPageDraft } from './routes.ts';

export const handler = endpoint(updateOrderPageDraft, (request) => {
  const { company, params, ifMatch } = request;
  return onceIfKeyed(updateOrderPageDraft, request, (idempotency) =>
    updateDraft(company, params['draft_id'] ?? '', { body: request.body, ifMatch, idempotency }),
  );
});
