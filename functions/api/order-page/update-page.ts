import { patchPage } from '../../domain/storefront/order-page/change.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { publisherOf } from './publisher.ts';
import { updateOrderPage } from './routes.ts';

export const handler = endpoint(updateOrderPage, async (request) => {
  const { company, ifMatch, caller } = request;
  const { tag, body } = await patchPage(company, { edits: request.body.values, ifMatch, by: publisherOf(caller) });
  return { status: 200, headers: { ETag: tag }, body };
});
