import { linkedObject } from '../../domain/documents/links.ts';
import { readLinkedDocument } from '../../domain/documents/read-document.ts';
import { notFound } from '../../platform/errors.ts';
import { browserEndpoint } from '../browser-endpoint.ts';
import { documentReply } from './reply.ts';
import { linkedDocumentRoute } from './routes.ts';

export const handler = browserEndpoint(linkedDocumentRoute, async ({ params }) => {
  const key = linkedObject(params['token'] ?? '');
  const document = key === undefined ? undefined : await readLinkedDocument(key);
  if (!document) throw notFound('document');
  return documentReply(document);
});
