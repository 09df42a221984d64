import { brandTag, presentBrand } from '../../domain/brand/present.ts';
import { updateBrand } from '../../domain/brand/update.ts';
import { endpoint } from '../endpoint.ts';
import { updateBrandRoute } from './routes.ts';

export const handler = endpoint(updateBrandRoute, async ({ company: slug, body: patch, ifMatch }) => {
  const company = await updateBrand({ company: slug, patch, ifMatch });
  return { status: 200, headers: { ETag: brandTag(company) }, body: presentBrand(company) };
});
