import { previewTemplate } from '../../domain/fulfillment/templates/preview.ts';
import { documentReply } from '../../pipeline/document-reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskShowTemplate } from './routes.ts';

export const handler = deskEndpoint(deskShowTemplate, async ({ company, request }) => {
  const reply = documentReply(await previewTemplate(company.slug, request.params['template_id'] ?? '', {}));
  return {
    ...reply,
    headers: { ...reply.headers, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  };
});
