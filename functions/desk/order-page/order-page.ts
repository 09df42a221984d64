import { deskEndpoint } from '../endpoint.ts';
import { pageOverview } from './pages/order-page.ts';
import { deskOrderPage } from './routes.ts';

export const handler = deskEndpoint(deskOrderPage, (visit) =>
  pageOverview(visit, { outcome: visit.request.query['outcome'] }),
);
