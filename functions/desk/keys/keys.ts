import { deskEndpoint } from '../endpoint.ts';
import { keysPage } from './pages/keys.ts';
import { deskKeys } from './routes.ts';

export const handler = deskEndpoint(deskKeys, (visit) =>
  keysPage(visit, { wasRevoked: visit.request.query['outcome'] === 'revoked' }),
);
