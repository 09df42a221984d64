import { templateFileOf } from '../../domain/templates/file.ts';
import { documentReply } from '../documents/reply.ts';
import { endpoint } from '../endpoint.ts';
import { readTemplateFileRoute } from './routes.ts';

export const handler = endpoint(readTemplateFileRoute, async ({ company, params }) => {
  const id = params['id'] ?? '';
  return documentReply(await templateFileOf(company, id));
});
