import { previewTemplate } from '../../domain/fulfillment/templates/preview.ts';
import { documentReply } from '../../pipeline/document-reply.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { previewTemplateRoute } from './routes.ts';

export const handler = endpoint(previewTemplateRoute, async ({ company, params, body }) =>
  documentReply(await previewTemplate(company, params['id'] ?? '', body)),
);
