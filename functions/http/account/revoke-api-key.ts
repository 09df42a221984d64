import { revokeApiKey } from '../../domain/api-keys/revoke.ts';
import { endpoint } from '../endpoint.ts';
import { revokeApiKey as route } from './routes.ts';

export const handler = endpoint(route, async ({ company, params }) => {
  await revokeApiKey(company, params['id'] ?? '');
  return { status: 204 };
});
