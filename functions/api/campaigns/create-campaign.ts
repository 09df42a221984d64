import { createCampaign } from '../../domain/administration/campaigns/create.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { createCampaign as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => createCampaign({ company: request.company, entry: request.body, idempotency }));
});
