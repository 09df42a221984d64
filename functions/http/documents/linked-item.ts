import { renderLinkedItem } from '../../domain/documents/render-item.ts';
import { publicEndpoint } from '../endpoint.ts';
import { documentReply } from './reply.ts';
import { linkedItemRoute } from './routes.ts';

export const handler = publicEndpoint(linkedItemRoute, async ({ params }) =>
  documentReply(await renderLinkedItem(params['token'] ?? '')),
);
