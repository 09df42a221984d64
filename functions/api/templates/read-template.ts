import { loadTemplate } from '../../domain/fulfillment/templates/load.ts';
import { presentTemplate, templateTag } from '../../domain/fulfillment/templates/present.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readTemplateRoute } from './routes.ts';

export const handler = endpoint(readTemplateRoute, async ({ company: slug, params }) => {
  const { row, company } = await loadTemplate(slug, params['id'] ?? '');
  return { status: 200, headers: { ETag: templateTag(row, company) }, body: presentTemplate(row, company) };
});
