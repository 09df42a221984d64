import { createDiscountBatch } from '../../domain/administration/code-batches/create-discount-batch.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { createDiscountCodeBatch as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company } = request;
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => {
    const { count, prefix = '', ...settings } = request.body;
    return createDiscountBatch({ company, count, prefix, settings, idempotency });
  });
});
