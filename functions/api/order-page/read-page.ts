import { readShownPage } from '../../domain/storefront/order-page/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readOrderPage } from './routes.ts';
import { taggedReply } from './tagged-reply.ts';

export const handler = endpoint(readOrderPage, async ({ company, query }) =>
  taggedReply(await readShownPage(company, query.lang)),
);
