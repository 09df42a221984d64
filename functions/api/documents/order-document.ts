import { readOrderDocument } from '../../domain/fulfillment/documents/read-document.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { documentReply } from '../../pipeline/document-reply.ts';
import { orderDocumentRoute } from './routes.ts';

export const handler = endpoint(orderDocumentRoute, async ({ company, params }) => {
  const orderId = params['order_id'] ?? '';
  return documentReply(await readOrderDocument(company, orderId));
});
