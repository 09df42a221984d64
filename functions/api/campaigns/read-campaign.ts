import { readCampaign } from '../../domain/administration/campaigns/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readCampaign as route } from './routes.ts';

export const handler = endpoint(route, ({ company, params }) => readCampaign(company, params['id'] ?? ''));
