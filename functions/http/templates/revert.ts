import { revertTemplate } from '../../domain/templates/activate.ts';
import { once, ticketFor } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { revertTemplateRoute } from './routes.ts';

export const handler = endpoint(revertTemplateRoute, (request) => {
  const { company, idempotencyKey, input } = request;
  const ticket = ticketFor({
    company,
    operation: revertTemplateRoute.name,
    key: idempotencyKey,
    input: { body: input ?? {} },
  });
  return once(ticket, () => revertTemplate(company, request.body.product_type, ticket));
});
