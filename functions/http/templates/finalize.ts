import { FINALIZE_LEASE_SECONDS, finalizeTemplate } from '../../domain/templates/finalize.ts';
import { idempotencyRecordFor, withLease } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { finalizeTemplateRoute } from './routes.ts';

export const handler = endpoint(finalizeTemplateRoute, (request) => {
  const { company, params, idempotencyKey, input } = request;
  const idempotency = idempotencyRecordFor({
    company,
    operation: finalizeTemplateRoute.name,
    key: idempotencyKey,
    input: { params, body: input ?? {} },
  });
  return withLease(idempotency, FINALIZE_LEASE_SECONDS, (holder) =>
    finalizeTemplate({ company, id: params['id'] ?? '', body: request.body, idempotency, holder }),
  );
});
