import { readCategories, replaceCategories } from '../../domain/administration/catalog/categories.ts';
import { invalid } from '../../platform/errors.ts';
import { assertMatches } from '../../platform/preconditions.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { productTexts } from '../texts/products.ts';
import { typedCategories, type Category } from './category-form.ts';
import { categoriesPage } from './pages/categories.ts';
import { deskChangeCategories as route } from './routes.ts';

/** Saved only while the categories are unchanged since the page was shown. */
export const handler = deskEndpoint(route, async (visit) => {
  const { form, company, language } = visit;
  try {
    const { headers, body } = await readCategories(company.slug);
    assertMatches(form.get('seen'), headers?.['ETag'] ?? '');
    const categories = await typedCategories(visit, (body as { categories: Category[] }).categories);
    if (categories.some(({ name }) => name === '')) throw invalid('name', productTexts(language).categoryName);
    await replaceCategories({ company: company.slug, categories, ifMatch: form.get('seen') });
    return seeOther('/desk/products/categories?outcome=saved');
  } catch (error) {
    return categoriesPage(visit, refusalFrom(error));
  }
});
