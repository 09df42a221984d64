import { activateTemplate } from '../../domain/templates/activate.ts';
import { once, idempotencyRecordFor } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { activateTemplateRoute } from './routes.ts';

export const handler = endpoint(activateTemplateRoute, (request) => {
  const { company, params, idempotencyKey, input } = request;
  const idempotency = idempotencyRecordFor({
    company,
    operation: activateTemplateRoute.name,
    key: idempotencyKey,
    input: { params, body: input ?? {} },
  });
  return once(idempotency, () => {
    // Asking for the body refuses its fields: this request takes none.
    const { body: _none } = request;
    return activateTemplate(company, params['id'] ?? '', idempotency);
  });
});
