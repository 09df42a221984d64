import { accountPage } from './pages/account.ts';
import { deskAccount } from './admin-routes.ts';
import { deskEndpoint } from './endpoint.ts';

export const handler = deskEndpoint(deskAccount, (visit) =>
  accountPage(visit, { isEnded: visit.request.query['told'] === 'ended' }),
);
