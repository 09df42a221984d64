import { activateTemplate } from '../../domain/fulfillment/templates/activate.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { activateTemplateRoute } from './routes.ts';

export const handler = endpoint(activateTemplateRoute, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(activateTemplateRoute, request);
  return once(idempotency, () => {
    // Reading the body throws if it has fields, because this request accepts none.
    const { body: _none } = request;
    return activateTemplate(company, params['id'] ?? '', idempotency);
  });
});
