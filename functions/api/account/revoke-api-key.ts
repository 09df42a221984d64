import { revokeApiKey } from '../../domain/company/api-keys/revoke.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { revokeApiKey as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, params }) => {
  await revokeApiKey(company, params['id'] ?? '');
  return { status: 204 };
});
