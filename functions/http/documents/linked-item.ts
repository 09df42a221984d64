import { linkedItem } from '../../domain/documents/links.ts';
import { renderLinkedItem } from '../../domain/documents/render-item.ts';
import { browserEndpoint } from '../browser-endpoint.ts';
import { linkedReply } from './linked.ts';
import { linkedItemRoute } from './routes.ts';

export const handler = browserEndpoint(linkedItemRoute, (request) =>
  linkedReply(request, linkedItem, renderLinkedItem),
);
