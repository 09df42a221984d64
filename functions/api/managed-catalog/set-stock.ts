import { setStock } from '../../domain/administration/catalog/set-stock.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { setStock as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => {
    const { set, change, reason } = request.body;
    const stockInput = change === undefined ? { set: set ?? null } : { change };
    return setStock({ company, optionId: params['option_id'] ?? '', stockInput, reason, idempotency });
  });
});
