import { deleteTemplate } from '../../domain/fulfillment/templates/delete.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { deleteTemplateRoute } from './routes.ts';

export const handler = endpoint(deleteTemplateRoute, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(deleteTemplateRoute, request);
  return once(idempotency, () => {
    // Reading the body throws if it has fields, because this request accepts none.
    const { body: _none } = request;
    return deleteTemplate(company, params['id'] ?? '', idempotency);
  });
});
