import { readOrderDocument } from '../../domain/documents/read-document.ts';
import { endpoint } from '../endpoint.ts';
import { documentReply } from './reply.ts';
import { orderDocumentRoute } from './routes.ts';

export const handler = endpoint(orderDocumentRoute, async ({ company, params }) => {
  const orderId = params['order_id'] ?? '';
  return documentReply(await readOrderDocument(company, orderId));
});
