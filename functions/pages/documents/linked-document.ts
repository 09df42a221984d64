import { linkedObject } from '../../platform/document-links.ts';
import { findLinkedDocument } from '../../domain/fulfillment/documents/read-document.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { linkedReply } from './linked.ts';
import { linkedDocumentRoute } from './routes.ts';

export const handler = browserEndpoint(linkedDocumentRoute, (request) =>
  linkedReply(request, linkedObject, findLinkedDocument),
);
