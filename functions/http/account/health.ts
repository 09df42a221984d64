import { endpoint } from '../endpoint.ts';
import { health } from './routes.ts';

export const handler = endpoint(health, () =>
  Promise.resolve({ status: 200, body: { status: 'ok', api_version: 'v2' } }),
);
