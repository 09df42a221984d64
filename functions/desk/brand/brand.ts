import { deskEndpoint } from '../endpoint.ts';
import { brandPage } from './pages/brand.ts';
import { deskBrand } from './routes.ts';

export const handler = deskEndpoint(deskBrand, (visit) => brandPage(visit, { told: visit.request.query['told'] }));
