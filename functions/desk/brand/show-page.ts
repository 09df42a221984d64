import { drawTemplatePage } from '../../domain/fulfillment/templates/preview.ts';
import { deskEndpoint } from '../endpoint.ts';
import { pictureReply } from './picture-reply.ts';
import { deskShowPage } from './routes.ts';

/** A page of a template, without fields or filled with sample values. */
export const handler = deskEndpoint(deskShowPage, async ({ company, request: { params, query } }) =>
  pictureReply(
    await drawTemplatePage(company.slug, params['template_id'] ?? '', {
      page: Number(params['page']),
      ...(query['filled'] === 'yes' ? {} : { places: [] }),
    }),
  ),
);
