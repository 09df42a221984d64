import { catalog } from '../../../platform/messages/catalog.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { hasVisible } from '../../../platform/visible.ts';
import { jsonPath, type Fault } from './faults.ts';
import { PRODUCT_SECTIONS } from './product-sections.ts';
import type { OperatorData } from './schema.ts';

interface CategoryUse {
  path: readonly PropertyKey[];
  company: string;
  categories: readonly number[];
}

/** Invalid entries are array holes, which flatMap skips. */
const categorizedIn = (data: OperatorData): CategoryUse[] => [
  ...data.companies.flatMap(({ slug, gift_card: card }, at) =>
    card ? [{ path: ['companies', at, 'gift_card'], company: slug, categories: card.categories }] : [],
  ),
  ...PRODUCT_SECTIONS.flatMap(([section]) =>
    data[section].flatMap(({ company, categories }, at) => ({ path: [section, at], company, categories })),
  ),
];

/**
 * Products must refer to categories of their company: to those in the file, or to the stored ones if the file does not
 * contain the company.
 */
export const checkCategories = (data: OperatorData, stored: ReadonlyMap<string, ReadonlySet<number>>): Fault[] => {
  const known = new Map(stored);
  // Invalid entries are array holes, which forEach skips.
  data.companies.forEach(({ slug, categories }) => known.set(slug, new Set(categories.map(({ id }) => id))));
  return categorizedIn(data).flatMap(({ path, company, categories }) => {
    const ofCompany = known.get(company);
    // An unknown company is reported separately.
    if (!ofCompany) return [];
    return categories.flatMap((id, index) =>
      ofCompany.has(id)
        ? []
        : [{ path: jsonPath([...path, 'categories', index]), message: catalog('category_unknown', { id }) }],
    );
  });
};

/** Not part of the schema, so that a company with a stored category without a name can still be changed. */
export const checkCategoryNames = ({ companies }: OperatorData): Fault[] =>
  companies.flatMap(({ categories }, at) =>
    categories.flatMap(({ name }, index) =>
      hasVisible(name)
        ? []
        : [{ path: jsonPath(['companies', at, 'categories', index, 'name']), message: validation('empty') }],
    ),
  );
