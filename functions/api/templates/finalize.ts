import { FINALIZE_LEASE_SECONDS, finalizeTemplate } from '../../domain/fulfillment/templates/finalize.ts';
import { withLease } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { finalizeTemplateRoute } from './routes.ts';

export const handler = endpoint(finalizeTemplateRoute, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(finalizeTemplateRoute, request);
  return withLease(idempotency, FINALIZE_LEASE_SECONDS, (holder) =>
    finalizeTemplate({ company, id: params['id'] ?? '', body: request.body, idempotency, holder }),
  );
});
