import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { home } from './routes.ts';

/** Whether the client is a browser: browsers accept HTML explicitly, API clients accept JSON or anything. */
const isBrowser = (accept: string): boolean => accept.includes('text/html');

export const handler = publicEndpoint(home, ({ headers }) =>
  Promise.resolve({
    status: 302,
    headers: { Location: isBrowser(headers['accept'] ?? '') ? '/docs' : '/openapi.json', Vary: 'Accept' },
    body: '',
  }),
);
