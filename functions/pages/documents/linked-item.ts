import { linkedItem } from '../../platform/document-links.ts';
import { renderLinkedItem } from '../../domain/fulfillment/documents/render-item.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { linkedReply } from './linked.ts';
import { linkedItemRoute } from './routes.ts';

export const handler = browserEndpoint(linkedItemRoute, (request) =>
  linkedReply(request, linkedItem, renderLinkedItem),
);
