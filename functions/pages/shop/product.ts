import { readProducts } from '../../domain/catalog/listing/browse.ts';
import { productPage } from './pages/product.ts';
import { productGonePage } from './pages/error-pages.ts';
import { shopProduct } from './routes.ts';
import { shopEndpoint } from './endpoint.ts';

export const handler = shopEndpoint(
  shopProduct,
  { begin: (slug, { params }) => readProducts(slug, [params['product_id'] ?? '']) },
  (visit, productsFor) => {
    const id = visit.request.params['product_id'] ?? '';
    const { company, settings } = visit.shop;
    const product = productsFor(company).get(id);
    if (!product || !settings.families.includes(product.type)) return productGonePage(visit);
    return productPage(visit, product);
  },
);
