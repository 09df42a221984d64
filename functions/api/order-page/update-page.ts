import { patchPage } from '../../domain/storefront/order-page/change.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { publisherOf } from './publisher.ts';
import { updateOrderPage } from './routes.ts';
import { taggedReply } from './tagged-reply.ts';

export const handler = endpoint(updateOrderPage, async ({ company, body, ifMatch, caller }) =>
  taggedReply(await patchPage(company, { edits: body.values, ifMatch, by: publisherOf(caller) })),
);
