import { createDraft } from '../../domain/order-page/drafts.ts';
import { once, ticketFor } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { createOrderPageDraft } from './routes.ts';

export const handler = endpoint(createOrderPageDraft, (request) => {
  const { company, input, idempotencyKey } = request;
  const operation = createOrderPageDraft.name;
  const ticket = ticketFor({ company, operation, key: idempotencyKey, input: { body: input ?? {} } });
  return once(ticket, () => createDraft(company, request.body, ticket));
});
