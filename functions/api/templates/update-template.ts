import { updateTemplate } from '../../domain/fulfillment/templates/update.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { updateTemplateRoute } from './routes.ts';

export const handler = endpoint(updateTemplateRoute, (request) => {
  const { company, params, ifMatch } = request;
  // `If-Match` is not part of the idempotency input, so that a retry may send the tag that its first attempt created.
  const idempotency = idempotencyOf(updateTemplateRoute, request);
  return once(idempotency, () =>
    updateTemplate({ company, id: params['id'] ?? '', body: request.body, ifMatch, idempotency }),
  );
});
