import { FINALIZE_LEASE_SECONDS, finalizeTemplate } from '../../domain/templates/finalize.ts';
import { ticketFor, withLease } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { finalizeTemplateRoute } from './routes.ts';

export const handler = endpoint(finalizeTemplateRoute, (request) => {
  const { company, params, idempotencyKey, input } = request;
  const ticket = ticketFor({
    company,
    operation: finalizeTemplateRoute.name,
    key: idempotencyKey,
    input: { params, body: input ?? {} },
  });
  return withLease(ticket, FINALIZE_LEASE_SECONDS, (holder) =>
    finalizeTemplate({ company, id: params['id'] ?? '', body: request.body, ticket, holder }),
  );
});
