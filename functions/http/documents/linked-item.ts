import { renderLinkedItem } from '../../domain/documents/render-item.ts';
import { browserEndpoint } from '../browser-endpoint.ts';
import { documentReply } from './reply.ts';
import { linkedItemRoute } from './routes.ts';

export const handler = browserEndpoint(linkedItemRoute, async ({ params }) =>
  documentReply(await renderLinkedItem(params['token'] ?? '')),
);
