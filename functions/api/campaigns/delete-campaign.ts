import { deleteCampaign } from '../../domain/administration/campaigns/delete.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { deleteCampaign as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, params, ifMatch }) => {
  await deleteCampaign({ company, id: params['id'] ?? '', ifMatch });
  return { status: 204 };
});
