import { listTemplates } from '../../domain/fulfillment/templates/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listTemplatesRoute } from './routes.ts';

export const handler = endpoint(listTemplatesRoute, async ({ company, query }) => ({
  status: 200,
  body: await listTemplates(company, pageOf(query, 25)),
}));
