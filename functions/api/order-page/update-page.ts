import { patchPage } from '../../domain/storefront/order-page/change.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { publisherOf } from './publisher.ts';
import { updateOrderPage } from './routes.ts';
import { tagged } from './tagged.ts';

export const handler = endpoint(updateOrderPage, async ({ company, body, ifMatch, caller }) =>
  tagged(await patchPage(company, { edits: body.values, ifMatch, by: publisherOf(caller) })),
);
