import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { getRows } from '../../../storage/table.ts';
import { everyCompany } from './every-company.ts';
import { companyKey, type CompanyRow } from './rows.ts';

/** A company for system administrators. */
export type ListedCompany = Pick<CompanyRow, 'slug' | 'name' | 'language' | 'currency' | 'active'>;

const shown = ({ slug, name, language, currency, active }: CompanyRow): ListedCompany => ({
  slug,
  name,
  language,
  currency,
  active,
});

/** Up to this number of companies, a search compares names and slugs; above it, only slugs. */
const READ_MAX = 1000;

const IDENTITY = { company: '', list: 'every-company' };

const rowsOf = async (slugs: readonly string[]): Promise<CompanyRow[]> => {
  const rows = await getRows(slugs.map(companyKey));
  return slugs.flatMap((slug) => rows.get<CompanyRow>(companyKey(slug)) ?? []);
};

/** Names of companies by slug. Omits unknown companies. */
export const companyNames = async (slugs: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await rowsOf(slugs)).map(({ slug, name }) => [slug, name]));

/** Slugs that match a search text, in order. */
const matchingSlugs = async (slugs: readonly string[], text: string): Promise<readonly string[]> => {
  const term = text.toLowerCase();
  if (term === '') return slugs;
  if (slugs.length > READ_MAX) return slugs.filter((slug) => slug.includes(term));
  const rows = await rowsOf(slugs);
  return rows
    .filter(({ slug, name }) => slug.includes(term) || name.toLowerCase().includes(term))
    .map(({ slug }) => slug);
};

/**
 * Companies of the environment that match `text`, by slug, including inactive companies. An empty text matches all.
 * Throws 422 on `starting_after`.
 */
export const listEveryCompany = async (page: PageRequest & { text: string }): Promise<ListPage<ListedCompany>> => {
  const after = decodeCursor<string>(IDENTITY, page.startingAfter) ?? '';
  const remainingSlugs = (await matchingSlugs(await everyCompany(), page.text)).filter((slug) => slug > after);
  const slugs = remainingSlugs.slice(0, page.limit);
  const next = remainingSlugs.length > page.limit ? slugs.at(-1) : undefined;
  return listPage(IDENTITY, (await rowsOf(slugs)).map(shown), next);
};
