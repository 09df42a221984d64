import { previewTemplate } from '../../domain/fulfillment/templates/preview.ts';
import { deskEndpoint } from '../endpoint.ts';
import { pdfReply } from './pdf-reply.ts';
import { deskShowTemplate } from './routes.ts';

export const handler = deskEndpoint(deskShowTemplate, async ({ company, request }) =>
  pdfReply(await previewTemplate(company.slug, request.params['template_id'] ?? '', {})),
);
