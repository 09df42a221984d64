import { nowMs } from '../../../platform/clock.ts';
import { decodeCursor, countFitting, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { getRow, queryAll, type Row } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { catalogOf } from '../../catalog/listing/list.ts';
import { familyCollection, type ProductRow } from '../../catalog/products/rows.ts';
import { withShares } from '../../catalog/stock/shares.ts';
import { presentManagedProduct, type ManagedProduct } from './present.ts';
import { familyNamed } from './read.ts';

interface ManagedQuery extends PageRequest {
  active: boolean | undefined;
  published: boolean | undefined;
  /** Part of the name, case-insensitive. */
  search: string | undefined;
  /** Number of a category. */
  category: number | undefined;
}

/** Newest first; among products created together, the one with the highest id comes first. */
type Position = [createdAtMs: number, id: number];

const positionOf = ({ createdAtMs = 0, id }: ProductRow): Position => [createdAtMs, id];
const compare = (a: Position, b: Position): number => b[0] - a[0] || b[1] - a[1];

/**
 * GET /v2/catalog/{family}: all unarchived products of a family, published or not. Throws 404 for an unknown family or
 * an inactive company, and 422 on `starting_after`.
 */
export const listManagedProducts = async (
  slug: string,
  familyName: string,
  query: ManagedQuery,
): Promise<ListPage<ManagedProduct>> => {
  const family = familyNamed(familyName);
  const identity = { company: slug, list: `managed-${familyName}` };
  const after = decodeCursor<Position>(identity, query.startingAfter);
  const [company, rows] = await Promise.all([
    getRow<CompanyRow>(companyKey(slug)),
    queryAll<Row>(familyCollection(slug, family.family)),
  ]);
  const catalog = catalogOf([...(await withShares(slug, rows)), ...(company ? [company] : [])]);
  const context = { company: catalog.company, stock: catalog.stock, nowMs: nowMs() };
  const text = query.search?.trim().toLowerCase();
  const matches = catalog.products
    .filter(({ archivedAtMs }) => archivedAtMs === undefined)
    .filter((row) => after === undefined || compare(positionOf(row), after) > 0)
    .filter((row) => query.active === undefined || row.active === query.active)
    .filter((row) => query.category === undefined || row.categories.includes(query.category))
    .filter((row) => !text || row.name.toLowerCase().includes(text))
    .toSorted((a, b) => compare(positionOf(a), positionOf(b)))
    .map((row) => ({ at: positionOf(row), body: presentManagedProduct(row, family, context) }))
    .filter(({ body }) => query.published === undefined || body.published === query.published);
  const page = matches.slice(0, query.limit);
  const shown = page.slice(0, countFitting(page.map(({ body }) => body)));
  return listPage(
    identity,
    shown.map(({ body }) => body),
    shown.length < matches.length ? shown.at(-1)?.at : undefined,
  );
};
