import { previewTemplate } from '../../domain/templates/preview.ts';
import { documentReply } from '../documents/reply.ts';
import { endpoint } from '../endpoint.ts';
import { previewTemplateRoute } from './routes.ts';

export const handler = endpoint(previewTemplateRoute, async ({ company, params, body }) =>
  documentReply(await previewTemplate(company, params['id'] ?? '', body)),
);
