import { templateFileOf } from '../../domain/fulfillment/templates/file.ts';
import { documentReply } from '../../pipeline/document-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readTemplateFileRoute } from './routes.ts';

export const handler = endpoint(readTemplateFileRoute, async ({ company, params }) => {
  const id = params['id'] ?? '';
  return documentReply(await templateFileOf(company, id));
});
