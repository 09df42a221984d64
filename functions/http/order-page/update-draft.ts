import { updateDraft } from '../../domain/order-page/drafts.ts';
import { once, ticketFor, type Ticket } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { updateOrderPageDraft } from './routes.ts';

export const handler = endpoint(updateOrderPageDraft, (request) => {
  const { company, params, input, body, idempotencyKey, ifMatch } = request;
  const change = (ticket?: Ticket) => updateDraft(company, params['draft_id'] ?? '', { body, ifMatch, ticket });
  if (idempotencyKey === '') return change();
  // The tag is no part of the input: a repeat carries the one that its first try has made stale.
  const operation = updateOrderPageDraft.name;
  const ticket = ticketFor({ company, operation, key: idempotencyKey, input: { params, body: input } });
  return once(ticket, () => change(ticket));
});
