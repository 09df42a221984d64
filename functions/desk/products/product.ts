import { deskEndpoint } from '../endpoint.ts';
import { loadProduct } from './load.ts';
import { productPage } from './pages/product.ts';
import { deskProduct } from './routes.ts';

export const handler = deskEndpoint(deskProduct, async (visit) => productPage(visit, await loadProduct(visit)));
