import { presentBrand } from '../../domain/company/brand/present.ts';
import { loadCompany } from '../../domain/company/companies/load.ts';
import { drawBrand } from '../../domain/fulfillment/templates/preview.ts';
import { FormValues } from '../../pages/kit/form-values.ts';
import { deskEndpoint } from '../endpoint.ts';
import { brandPatchIn } from './brand-form.ts';
import { pictureReply } from './picture-reply.ts';
import { deskPreviewBrand } from './routes.ts';

/** The input is in the query, because an image element requests this URL. Nothing is saved. */
export const handler = deskEndpoint(deskPreviewBrand, async ({ request, company }) => {
  const sent = Object.entries(request.query).map(([name, value = '']): [string, string] => [name, value]);
  const patch = brandPatchIn(new FormValues(sent), presentBrand(await loadCompany(company.slug)));
  return pictureReply(await drawBrand(company.slug, patch));
});
