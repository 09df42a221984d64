import { listApiKeys } from '../../domain/company/api-keys/list.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { listApiKeys as route } from './routes.ts';

export const handler = endpoint(route, async ({ company }) => ({
  status: 200,
  body: { object: 'list', data: await listApiKeys(company), has_more: false, next_cursor: null },
}));
