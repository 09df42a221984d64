import { revertTemplate } from '../../domain/fulfillment/templates/activate.ts';
import { once, idempotencyRecordFor } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { revertTemplateRoute } from './routes.ts';

export const handler = endpoint(revertTemplateRoute, (request) => {
  const { company, idempotencyKey, input } = request;
  const idempotency = idempotencyRecordFor({
    company,
    operation: revertTemplateRoute.name,
    key: idempotencyKey,
    input: { body: input ?? {} },
  });
  return once(idempotency, () => revertTemplate(company, request.body.product_type, idempotency));
});
