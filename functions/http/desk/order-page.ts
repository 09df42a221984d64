import { pageOverview } from './pages/order-page.ts';
import { deskOrderPage } from './page-routes.ts';
import { deskEndpoint } from './endpoint.ts';

export const handler = deskEndpoint(deskOrderPage, (visit) =>
  pageOverview(visit, { told: visit.request.query['told'] }),
);
