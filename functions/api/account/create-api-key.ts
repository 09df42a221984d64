import { createApiKey } from '../../domain/company/api-keys/create.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { createApiKey as route } from './routes.ts';

export const handler = endpoint(route, async ({ caller, body }) => ({
  status: 201,
  body: await createApiKey(caller.key, body),
}));
