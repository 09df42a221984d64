import { readCategories, replaceCategories } from '../../domain/administration/catalog/categories.ts';
import { ApiError, invalid, invalidFields } from '../../platform/errors.ts';
import { assertMatches } from '../../platform/preconditions.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { productTexts } from '../texts/products.ts';
import { nameField, typedCategories, type Category, type TypedCategory } from './category-form.ts';
import { categoriesPage } from './pages/categories.ts';
import { deskChangeCategories as route } from './routes.ts';

/** Saves only if the categories have not changed since the page was shown. */
export const handler = deskEndpoint(route, async (visit) => {
  const { form, company, language } = visit;
  try {
    const { headers, body } = await readCategories(company.slug);
    assertMatches(form.get('seen'), headers?.['ETag'] ?? '');
    const categories = await typedCategories(visit, (body as { categories: Category[] }).categories);
    const nameless = categories.find(({ name }) => name === '');
    if (nameless) throw invalid(nameField(nameless.row), productTexts(language).categoryName);
    await replaceCategories({
      company: company.slug,
      categories: categories.map(({ id, name }) => ({ id, name })),
      ifMatch: form.get('seen'),
    }).catch((error: unknown) => {
      throw atRows(error, categories);
    });
    return seeOther('/desk/products/categories?outcome=saved');
  } catch (error) {
    return categoriesPage(visit, refusalFrom(error));
  }
});

/** Assigns the faults of the list to the rows of the form, which are in a different order. */
const atRows = (error: unknown, categories: readonly TypedCategory[]): unknown => {
  if (!(error instanceof ApiError) || error.status !== 422) return error;
  const faults = Object.entries(error.faults).map(([path, messages]) => {
    const [, at] = /^categories\.(\d+)\b/.exec(path) ?? [];
    const category = at === undefined ? undefined : categories[Number(at)];
    return [category ? nameField(category.row) : path, messages] as const;
  });
  return invalidFields(Object.fromEntries(faults));
};
