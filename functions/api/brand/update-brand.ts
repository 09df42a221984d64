import { updateBrand } from '../../domain/company/brand/update.ts';
import { once, idempotencyRecordFor, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { updateBrandRoute } from './routes.ts';

export const handler = endpoint(updateBrandRoute, (request) => {
  const { company, input, idempotencyKey, ifMatch } = request;
  const change = async (idempotency?: IdempotencyRecord) =>
    updateBrand({ company, patch: request.body, ifMatch, idempotency });
  if (idempotencyKey === '') return change();
  // `If-Match` is not part of the idempotency input, so that a retry may send the tag that its first attempt created.
  const operation = updateBrandRoute.name;
  const idempotency = idempotencyRecordFor({ company, operation, key: idempotencyKey, input: { body: input ?? {} } });
  return once(idempotency, () => change(idempotency));
});
