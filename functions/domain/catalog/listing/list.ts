import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { FAMILIES, familyOf, isProductFamily, type Family, type ProductFamily } from '../products/ids.ts';
import type { StockRow } from '../stock/rows.ts';
import { withShares } from '../stock/shares.ts';
import { nowMs } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { decodeCursor, countFitting, listPage, type ListPage } from '../../../storage/cursors.ts';
import { getRow, queryAll, type Row } from '../../../storage/table.ts';
import { catalogCollection, familyCollection, isProduct, type ProductRow } from '../products/rows.ts';
import { presentProduct, presentValueProduct, type Product } from './present.ts';
import { isListed, type StockLookup } from '../products/rules.ts';

/** A company's catalog as stored in the table. */
interface Catalog {
  company: CompanyRow;
  products: ProductRow[];
  stock: StockLookup;
}

/** Groups rows of a company's partition by type. Throws 404 when the company does not exist or is inactive. */
export const catalogOf = (rows: readonly Row[]): Catalog => {
  const company = rows.find((row): row is CompanyRow => row.type === 'company');
  if (!company?.active) throw notFound('company');
  const counters = new Map(
    rows
      .filter((row): row is StockRow => row.type === 'stock')
      .map((row) => [`${row.productId}/${row.optionId}`, row] as const),
  );
  return {
    company,
    products: rows
      .filter(isProduct)
      .map((row) => withoutRemovedCategories(row, company))
      .toSorted((a, b) => comparePositions(positionOf(a), positionOf(b))),
    stock: (productId, optionId) => counters.get(`${productId}/${optionId}`),
  };
};

/** Omits categories that the company has removed. */
const withoutRemovedCategories = (row: ProductRow, { categories }: CompanyRow): ProductRow => {
  const isKnown = (id: number): boolean => categories.some((category) => category.id === id);
  return row.categories.every(isKnown) ? row : { ...row, categories: row.categories.filter(isKnown) };
};

/**
 * Position in the list: family, then id. It does not change when other products are added or removed, so paging is
 * stable.
 */
type Position = [family: number, id: number];

const positionOf = (product: ProductRow): Position => [FAMILIES.indexOf(familyOf(product)), product.id];
const VALUE_POSITION: Position = [0, 0];

const comparePositions = (a: Position, b: Position): number => a[0] - b[0] || a[1] - b[1];

export interface ProductQuery {
  family: Family | undefined;
  /** Number of a category. */
  category: number | undefined;
  /** Default: the complete catalog. */
  limit: number | undefined;
  startingAfter: string | undefined;
}

/**
 * GET /v2/products: the value product first, then experiences, events and offers (lib/reference/catalog.md#list-order).
 * Reads only the families of the page. Throws 404 for an unknown or inactive company, and 422 on `starting_after`.
 */
export const listProducts = async (
  companySlug: string,
  query: ProductQuery,
): Promise<{
  language: string;
  page: ListPage<Product>;
}> => {
  const identity = { company: companySlug, list: 'products' };
  const after = decodeCursor<Position>(identity, query.startingAfter);
  const families = FAMILIES.slice(after?.[0] ?? 0).filter(
    (each) => query.family === undefined || each === query.family,
  );
  const { company, found } = await entriesOf(companySlug, families, query, after);
  const shown = asManyAsFit(found.slice(0, query.limit));
  const next = shown.length < found.length ? found[shown.length - 1]?.position : undefined;
  return { language: company.language, page: listPage(identity, shown, next) };
};

interface FirstEntries {
  company: CompanyRow;
  found: Entry[];
}

/**
 * The products after a position of the list. The complete list requires one query. For a page, reads the first family,
 * and further families only if the first has too few products.
 */
const entriesOf = async (
  slug: string,
  families: readonly Family[],
  query: ProductQuery,
  after: Position | undefined,
): Promise<FirstEntries> => {
  const entriesIn = (rows: readonly Row[]): FirstEntries => {
    const catalog = catalogOf(rows);
    const entries = selectEntries(catalog, query, nowMs());
    return {
      company: catalog.company,
      found: entries.filter(({ position }) => !after || comparePositions(position, after) > 0),
    };
  };
  const { limit } = query;
  if (limit === undefined && families.length === FAMILIES.length) {
    return entriesIn(await withShares(slug, await queryAll<Row>(catalogCollection(slug))));
  }
  const stored = families.filter(isProductFamily);
  const first = limit === undefined ? stored : stored.slice(0, 1);
  const otherFamilies = stored.slice(first.length);
  const [company, head] = await Promise.all([getRow<CompanyRow>(companyKey(slug)), rowsOf(slug, first)]);
  const rows = company ? [company, ...head] : head;
  const page = entriesIn(rows);
  if (otherFamilies.length === 0 || page.found.length > (limit ?? Infinity)) return page;
  return entriesIn([...rows, ...(await rowsOf(slug, otherFamilies))]);
};

const rowsOf = async (slug: string, families: readonly ProductFamily[]): Promise<Row[]> => {
  const rows = await Promise.all(families.map((family) => queryAll<Row>(familyCollection(slug, family))));
  return withShares(slug, rows.flat());
};

/** The first products that fit into one response. Limits the page even if the request has no limit. */
const asManyAsFit = (entries: readonly Entry[]): Product[] => {
  const products = entries.map(({ present }) => present());
  return products.slice(0, countFitting(products));
};

interface Entry {
  position: Position;
  present: () => Product;
}

const selectEntries = ({ company, products, stock }: Catalog, query: ProductQuery, atMs: number): Entry[] => {
  const isSelected = (family: Family, categories: readonly number[]): boolean =>
    (query.family === undefined || query.family === family) &&
    (query.category === undefined || categories.includes(query.category));
  const entries = products
    .filter((product) => isSelected(familyOf(product), product.categories) && isListed(company, product, stock, atMs))
    .map((product): Entry => ({
      position: positionOf(product),
      present: () => presentProduct(company, product, stock),
    }));
  const card = company.gift_card;
  if (!card || !isSelected('gift_card', card.categories)) return entries;
  return [{ position: VALUE_POSITION, present: () => presentValueProduct(company, atMs) }, ...entries];
};
