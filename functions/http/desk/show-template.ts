import { previewTemplate } from '../../domain/templates/preview.ts';
import { deskShowTemplate } from './brand-routes.ts';
import { pdfReply } from './pdf-reply.ts';
import { deskEndpoint } from './endpoint.ts';

export const handler = deskEndpoint(deskShowTemplate, async ({ company, request }) =>
  pdfReply(await previewTemplate(company.slug, request.params['template_id'] ?? '', {})),
);
