import { listCampaigns } from '../../domain/administration/campaigns/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listCampaigns as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, query }) => ({
  status: 200,
  body: await listCampaigns(company, pageOf(query, 50)),
}));
