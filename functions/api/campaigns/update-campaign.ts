import { updateCampaign } from '../../domain/administration/campaigns/update.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { updateCampaign as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  return onceIfKeyed(route, request, (idempotency) =>
    updateCampaign({ company, id: params['id'] ?? '', ifMatch, idempotency, patch: request.body }),
  );
});
