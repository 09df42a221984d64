import { linkedObject } from '../../domain/documents/links.ts';
import { readLinkedDocument } from '../../domain/documents/read-document.ts';
import { browserEndpoint } from '../browser-endpoint.ts';
import { linkedReply } from './linked.ts';
import { linkedDocumentRoute } from './routes.ts';

export const handler = browserEndpoint(linkedDocumentRoute, (request) =>
  linkedReply(request, linkedObject, readLinkedDocument),
);
