import { deskBrand } from './brand-routes.ts';
import { brandPage } from './pages/brand.ts';
import { deskEndpoint } from './endpoint.ts';

export const handler = deskEndpoint(deskBrand, (visit) => brandPage(visit, { told: visit.request.query['told'] }));
