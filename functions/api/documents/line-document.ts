import { readLineDocument } from '../../domain/fulfillment/documents/read-document.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { documentReply } from '../../pipeline/document-reply.ts';
import { lineDocumentRoute } from './routes.ts';

export const handler = endpoint(lineDocumentRoute, async ({ company, params }) => {
  const lineId = params['line_id'] ?? '';
  return documentReply(await readLineDocument(company, params['order_id'] ?? '', lineId));
});
