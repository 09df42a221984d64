import { readShownPage } from '../../domain/storefront/order-page/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readOrderPage } from './routes.ts';

export const handler = endpoint(readOrderPage, async ({ company, query }) => {
  const { tag, body } = await readShownPage(company, query.lang);
  return { status: 200, headers: { ETag: tag }, body };
});
