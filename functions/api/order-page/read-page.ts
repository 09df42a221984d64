import { readShownPage } from '../../domain/storefront/order-page/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readOrderPage } from './routes.ts';
import { tagged } from './tagged.ts';

export const handler = endpoint(readOrderPage, async ({ company, query }) =>
  tagged(await readShownPage(company, query.lang)),
);
