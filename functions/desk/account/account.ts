import { deskEndpoint } from '../endpoint.ts';
import { accountPage } from './pages/account.ts';
import { deskAccount } from './routes.ts';

export const handler = deskEndpoint(deskAccount, (visit) =>
  accountPage(visit, { outcome: visit.request.query['outcome'] }),
);
