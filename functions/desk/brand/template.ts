import { loadTemplate } from '../../domain/fulfillment/templates/load.ts';
import { notFound } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { templatePage } from './pages/template.ts';
import { deskTemplate } from './routes.ts';

/** The built-in card design follows the brand and has no fields to place, so the brand page is shown. */
export const handler = deskEndpoint(deskTemplate, async (visit) => {
  const loaded = await loadTemplate(visit.company.slug, visit.request.params['template_id'] ?? '');
  if (loaded.row.state === 'retired') throw notFound('template');
  if (loaded.row.kind === 'default') return seeOther('/desk/brand');
  return templatePage(visit, loaded, { outcome: visit.request.query['outcome'] });
});
