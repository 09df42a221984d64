import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { getRows } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from './rows.ts';
import { presentCompany } from './present.ts';

interface Position {
  slug: string;
  name: string;
}

/** Sorts the key's own company first and other companies by name. */
const byPlace =
  (ownSlug: string) =>
  (a: Position, b: Position): number =>
    Number(b.slug === ownSlug) - Number(a.slug === ownSlug) ||
    a.name.localeCompare(b.name) ||
    (a.slug < b.slug ? -1 : Number(a.slug > b.slug));

/** Active companies for which a key of `ownSlug` may act (lib/reference/companies.md#companies-of-a-key). */
export const listCompanies = async (
  ownSlug: string,
  assigned: readonly string[],
  page: PageRequest,
): Promise<ListPage<object>> => {
  const identity = { company: ownSlug, list: 'companies' };
  const after = decodeCursor<Position>(identity, page.startingAfter);
  const slugs = [...new Set([ownSlug, ...assigned])];
  const rows = await getRows(slugs.map(companyKey));
  const place = byPlace(ownSlug);
  const remainingCompanies = slugs
    .flatMap((slug) => rows.get<CompanyRow>(companyKey(slug)) ?? [])
    .filter((row) => row.active && (after === undefined || place(row, after) > 0))
    .toSorted(place);
  const shown = remainingCompanies.slice(0, page.limit);
  const last = shown.at(-1);
  const next = last && remainingCompanies.length > shown.length ? { slug: last.slug, name: last.name } : undefined;
  return listPage(identity, shown.map(presentCompany), next);
};
