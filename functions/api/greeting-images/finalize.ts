import { FINALIZE_LEASE_SECONDS, finalizePicture } from '../../domain/catalog/greeting-images/finalize.ts';
import { withLease } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { assertNoBody, idempotencyOf } from '../../pipeline/idempotency.ts';
import { finalizeImageRoute } from './routes.ts';

export const handler = endpoint(finalizeImageRoute, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(finalizeImageRoute, request);
  return withLease(idempotency, FINALIZE_LEASE_SECONDS, (holder) => {
    assertNoBody(request);
    return finalizePicture({ company, id: params['id'] ?? '', idempotency, holder });
  });
});
