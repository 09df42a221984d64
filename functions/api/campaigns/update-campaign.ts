import { updateCampaign } from '../../domain/administration/campaigns/update.ts';
import { once, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { updateCampaign as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  const change = (idempotency?: IdempotencyRecord) =>
    updateCampaign({ company, id: params['id'] ?? '', ifMatch, idempotency, patch: request.body });
  if (request.idempotencyKey === '') return change();
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => change(idempotency));
});
