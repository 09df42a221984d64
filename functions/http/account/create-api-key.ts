import { createApiKey } from '../../domain/api-keys/create.ts';
import { endpoint } from '../endpoint.ts';
import { createApiKey as route } from './routes.ts';

export const handler = endpoint(route, async ({ caller, body }) => ({
  status: 201,
  body: await createApiKey(caller.key, body),
}));
