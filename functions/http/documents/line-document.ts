import { readLineDocument } from '../../domain/documents/read-document.ts';
import { endpoint } from '../endpoint.ts';
import { documentReply } from './reply.ts';
import { lineDocumentRoute } from './routes.ts';

export const handler = endpoint(lineDocumentRoute, async ({ company, params }) => {
  const lineId = params['line_id'] ?? '';
  return documentReply(await readLineDocument(company, params['order_id'] ?? '', lineId));
});
