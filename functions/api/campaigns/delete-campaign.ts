import { deleteCampaign } from '../../domain/administration/campaigns/delete.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { deleteCampaign as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params, ifMatch } = request;
  return onceIfKeyed(route, request, (idempotency) =>
    deleteCampaign({ company, id: params['id'] ?? '', ifMatch, idempotency }),
  );
});
