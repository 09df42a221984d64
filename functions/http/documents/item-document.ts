import { renderItem } from '../../domain/documents/render-item.ts';
import { endpoint } from '../endpoint.ts';
import { operatorOf } from '../items/operator.ts';
import { documentReply } from './reply.ts';
import { itemDocumentRoute } from './routes.ts';

export const handler = endpoint(itemDocumentRoute, async (request) =>
  documentReply(await renderItem(operatorOf(request), request.params['code'] ?? '')),
);
