import { deleteTemplate } from '../../domain/templates/delete.ts';
import { once, idempotencyRecordFor } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { deleteTemplateRoute } from './routes.ts';

export const handler = endpoint(deleteTemplateRoute, (request) => {
  const { company, params, idempotencyKey, input } = request;
  const idempotency = idempotencyRecordFor({
    company,
    operation: deleteTemplateRoute.name,
    key: idempotencyKey,
    input: { params, body: input ?? {} },
  });
  return once(idempotency, () => {
    // Asking for the body refuses its fields: this request takes none.
    const { body: _none } = request;
    return deleteTemplate(company, params['id'] ?? '', idempotency);
  });
});
