import { nowMs } from '../../../platform/clock.ts';
import { queryAll, queryPage, type Row } from '../../../storage/table.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { findSharedRead, shareRead } from '../../../storage/shared-reads.ts';
import type { StockRow } from '../stock/rows.ts';
import { withShares } from '../stock/shares.ts';
import { isProductId, productIdOf, VALUE_PRODUCT_ID, type ProductFamily } from '../products/ids.ts';
import { catalogOf } from './list.ts';
import { presentProduct, presentValueProduct, type Product } from './present.ts';
import { familyCollection, familyCollectionAfter, productCollection, type ProductRow } from '../products/rows.ts';
import { isListed, publishedTotal } from '../products/rules.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';

/** A product that is on sale. */
export type ListedProduct = NonNullable<Product>;

/** A listed product, presented lazily, because a visitor sees only a few of many. */
export interface BrowsedProduct {
  id: string;
  /** Start of an event. */
  startsAtMs: number | undefined;
  /** Available units in total, if they are limited and published. */
  left: () => number | null;
  present: () => ListedProduct;
}

/** Result of one read of a family. */
export interface Shelf {
  products: BrowsedProduct[];
  /** Id of the last product that was read completely, for `after` of the next call; undefined if none follow. */
  goesOnAfter: string | undefined;
}

/**
 * Reads products of a family in one query, up to the size of one DynamoDB page (several hundred products). The company,
 * which decides what is listed, is read concurrently and passed later. Events are ordered by date.
 */
export const readShelf = async (
  slug: string,
  family: ProductFamily,
  after?: string,
): Promise<(company: CompanyRow) => Shelf> => {
  const page = await queryPage<Row>(
    after && isProductId(after) ? familyCollectionAfter(slug, family, after) : familyCollection(slug, family),
  );
  const rows = await withShares(slug, page.rows);
  return (company) => {
    const { products, stock } = catalogOf([...rows, company]);
    // The page may lack counters of its last product.
    const last = page.lastKey ? lastBut(page.rows) : undefined;
    const whole = last ? products.filter((product) => productIdOf(product) !== last.next) : products;
    const atMs = nowMs();
    const listed = whole
      .filter((product) => isListed(company, product, stock, atMs))
      .map((product): BrowsedProduct => ({
        id: productIdOf(product),
        startsAtMs: startOf(product),
        left: () => publishedTotal(product, stock),
        present: () => presentProduct(company, product, stock),
      }));
    return {
      products: family === 'event_ticket' ? listed.toSorted(byDate) : listed,
      goesOnAfter: last?.before,
    };
  };
};

const startOf = (product: ProductRow): number | undefined =>
  product.type === 'event' && product.starts_at !== null ? Date.parse(product.starts_at) : undefined;

const byDate = (a: BrowsedProduct, b: BrowsedProduct): number => (a.startsAtMs ?? 0) - (b.startsAtMs ?? 0);

/** The last product whose rows were read, and the one before it, in the order of their keys. */
const lastBut = (rows: readonly Row[]): { next: string; before: string | undefined } => {
  const ids = [...new Set(rows.map(({ sk }) => sk.split('#')[1] ?? ''))];
  return { next: ids.at(-1) ?? '', before: ids.at(-2) };
};

const SHARED_READ_MAX_MS = 2000;

/** A product with its counters. A process reads a product with spread stock at most every two seconds. */
const readCollection = async (slug: string, id: string): Promise<Row[]> => {
  const name = `product ${slug} ${id}`;
  const entry = findSharedRead(name, SHARED_READ_MAX_MS);
  if (entry) return entry.value as Row[];
  const startedAtMs = performance.now();
  const rows = await queryAll<Row>(productCollection(slug, id));
  if (rows.some((row) => row.type === 'stock' && rowOfType<StockRow>('stock', row).spread !== undefined))
    shareRead(name, rows, startedAtMs);
  return rows;
};

/**
 * Reads products by id, with one call each, all in parallel. The company, which decides what is listed, is read
 * concurrently and passed later. Omits products that are not listed.
 */
export const readProducts = async (
  slug: string,
  ids: readonly string[],
): Promise<(company: CompanyRow) => Map<string, ListedProduct>> => {
  const known = [...new Set(ids)].filter(isProductId);
  const collections = await Promise.all(known.map(async (id) => withShares(slug, await readCollection(slug, id))));
  return (company) => {
    const { products, stock } = catalogOf([...collections.flat(), company]);
    const atMs = nowMs();
    const value = ids.includes(VALUE_PRODUCT_ID) ? presentValueProduct(company, atMs) : undefined;
    const listed = products
      .filter((product) => isListed(company, product, stock, atMs))
      .map((product): [string, ListedProduct] => [productIdOf(product), presentProduct(company, product, stock)]);
    return new Map([...(value ? [[VALUE_PRODUCT_ID, value] as [string, ListedProduct]] : []), ...listed]);
  };
};
