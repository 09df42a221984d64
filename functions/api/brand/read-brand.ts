import { brandTag, presentBrand } from '../../domain/company/brand/present.ts';
import { loadCompany } from '../../domain/company/companies/load.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readBrandRoute } from './routes.ts';

export const handler = endpoint(readBrandRoute, async ({ company: slug }) => {
  const company = await loadCompany(slug);
  return { status: 200, headers: { ETag: brandTag(company) }, body: presentBrand(company) };
});
