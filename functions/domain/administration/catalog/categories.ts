import { newIds } from '../../../platform/new-ids.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import type { Reply } from '../../../storage/idempotency.ts';
import { queryAll, type Row } from '../../../storage/table.ts';
import { isProduct, catalogCollection } from '../../catalog/products/rows.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { changeMembers, memberTag } from './company-member.ts';
import { loadCompany } from '../../company/companies/load.ts';
import { isObject } from '../../../platform/is-object.ts';

const replyWith = (row: CompanyRow): Reply => ({
  status: 200,
  headers: { ETag: memberTag(row, 'categories') },
  body: { categories: row.categories },
});

/** GET /v2/catalog/categories: all categories. */
export const readCategories = async (company: string): Promise<Reply> => replyWith(await loadCompany(company));

/** Removes deleted categories from the value product. `catalogOf` omits them from other products. */
const valueProductWith = ({ gift_card: card }: CompanyRow, categories: unknown): Pick<CompanyRow, 'gift_card'> => {
  if (!card || !Array.isArray(categories)) return {};
  const ids = new Set(categories.map((each: unknown) => (isObject(each) ? each['id'] : undefined)));
  if (card.categories.every((id) => ids.has(id))) return {};
  return { gift_card: { ...card, categories: card.categories.filter((id) => ids.has(id)) } };
};

/** PUT /v2/catalog/categories: replaces all categories. Throws 404 for an inactive company, 412 and 422. */
export const replaceCategories = async (input: {
  company: string;
  categories: unknown;
  ifMatch: string | undefined;
}): Promise<Reply> => {
  const { company, categories, ifMatch } = input;
  const row = await changeMembers({
    company,
    depth: 2,
    decide: (before) => {
      assertMatches(ifMatch, memberTag(before, 'categories'));
      return { categories, ...valueProductWith(before, categories) };
    },
    also: () => [],
  });
  return replyWith(row);
};

/** Yields numbers for new categories. Skips numbers of existing categories and those that products still refer to. */
export const newCategoryIds = async (company: string): Promise<Iterator<number, never>> => {
  const [{ categories }, rows] = await Promise.all([loadCompany(company), queryAll<Row>(catalogCollection(company))]);
  const named = rows.filter(isProduct).flatMap((row) => row.categories);
  return newIds([...categories.map(({ id }) => id), ...named]);
};
