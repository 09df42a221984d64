import { listCampaigns } from '../../domain/administration/campaigns/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { listCampaigns as route } from './routes.ts';

const PAGE = 50;

export const handler = endpoint(route, async ({ company, query }) => ({
  status: 200,
  body: await listCampaigns(company, { limit: pageLimit(query.limit, PAGE), startingAfter: query.starting_after }),
}));
