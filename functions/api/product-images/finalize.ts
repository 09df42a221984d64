import { FINALIZE_LEASE_SECONDS } from '../../domain/catalog/greeting-images/finalize.ts';
import { finalizeProductImage } from '../../domain/catalog/product-images/finalize.ts';
import { withLease } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf, assertNoBody } from '../../pipeline/idempotency.ts';
import { finalizeProductImage as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(route, request);
  return withLease(idempotency, FINALIZE_LEASE_SECONDS, (holder) => {
    assertNoBody(request);
    return finalizeProductImage({ company, id: params['id'] ?? '', idempotency, holder });
  });
});
