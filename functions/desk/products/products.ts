import { deskEndpoint } from '../endpoint.ts';
import { productsPage } from './pages/products.ts';
import { deskProducts } from './routes.ts';

export const handler = deskEndpoint(deskProducts, productsPage);
