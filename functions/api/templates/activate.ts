import { activateTemplate } from '../../domain/fulfillment/templates/activate.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { assertNoBody, idempotencyOf } from '../../pipeline/idempotency.ts';
import { activateTemplateRoute } from './routes.ts';

export const handler = endpoint(activateTemplateRoute, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(activateTemplateRoute, request);
  return once(idempotency, () => {
    assertNoBody(request);
    return activateTemplate(company, params['id'] ?? '', idempotency);
  });
});
