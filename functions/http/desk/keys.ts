import { keysPage } from './pages/keys.ts';
import { deskKeys } from './counter-routes.ts';
import { deskEndpoint } from './endpoint.ts';

export const handler = deskEndpoint(deskKeys, (visit) =>
  keysPage(visit, { wasRevoked: visit.request.query['told'] === 'revoked' }),
);
