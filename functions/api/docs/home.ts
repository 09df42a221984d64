import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { home } from './routes.ts';

/** Browsers prefer HTML; programs JSON, or accept anything. */
const isPerson = (accept: string): boolean => accept.includes('text/html');

export const handler = publicEndpoint(home, ({ headers }) =>
  Promise.resolve({
    status: 302,
    headers: { Location: isPerson(headers['accept'] ?? '') ? '/docs' : '/openapi.json', Vary: 'Accept' },
    body: '',
  }),
);
