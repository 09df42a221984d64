import { deleteTemplate } from '../../domain/fulfillment/templates/delete.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { assertNoBody, idempotencyOf } from '../../pipeline/idempotency.ts';
import { deleteTemplateRoute } from './routes.ts';

export const handler = endpoint(deleteTemplateRoute, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(deleteTemplateRoute, request);
  return once(idempotency, () => {
    assertNoBody(request);
    return deleteTemplate(company, params['id'] ?? '', idempotency);
  });
});
