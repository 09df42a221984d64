import { deskEndpoint } from '../endpoint.ts';
import { brandPage } from './pages/brand.ts';
import { deskBrand } from './routes.ts';

export const handler = deskEndpoint(deskBrand, (visit) =>
  brandPage(visit, { outcome: visit.request.query['outcome'] }),
);
