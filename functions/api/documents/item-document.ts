import { renderItem } from '../../domain/fulfillment/documents/render-item.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { operatorOf } from '../items/operator.ts';
import { documentReply } from '../../pipeline/document-reply.ts';
import { itemDocumentRoute } from './routes.ts';

export const handler = endpoint(itemDocumentRoute, async (request) =>
  documentReply(await renderItem(operatorOf(request), request.params['code'] ?? '')),
);
