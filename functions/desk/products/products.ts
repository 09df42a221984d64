import { deskEndpoint } from '../endpoint.ts';
import { eventsPage } from './pages/events.ts';
import { productsPage } from './pages/products.ts';
import { deskProducts } from './routes.ts';

export const handler = deskEndpoint(deskProducts, (visit) =>
  visit.request.path === '/desk/events' ? eventsPage(visit) : productsPage(visit),
);
