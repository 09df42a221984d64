import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { home } from './routes.ts';

/** Browsers ask for HTML first; programs for JSON, or for whatever there is. */
const isPerson = (accept: string): boolean => accept.includes('text/html');

export const handler = publicEndpoint(home, ({ headers }) =>
  Promise.resolve({
    status: 302,
    headers: { Location: isPerson(headers['accept'] ?? '') ? '/docs' : '/openapi.json', Vary: 'Accept' },
    body: '',
  }),
);
