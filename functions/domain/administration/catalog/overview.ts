import { nowMs } from '../../../platform/clock.ts';
import { getRow, queryAll, type Row } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { catalogOf } from '../../catalog/listing/list.ts';
import type { ProductOption } from '../../catalog/products/ids.ts';
import { familyCollection, type ProductRow } from '../../catalog/products/rows.ts';
import { remainingOf, type StockLookup } from '../../catalog/products/rules.ts';
import { withShares } from '../../catalog/stock/shares.ts';
import { MANAGED_FAMILIES } from './families.ts';
import { presentManaged, type ManagedProduct } from './present.ts';

/** A product in the list of all families. */
export interface OverviewEntry {
  /** As paths name it: `experiences`. */
  family: string;
  product: ManagedProduct;
  /** Prices of the options on sale, in the smallest unit. */
  prices: number[];
  /** Units left of all options on sale; null: unlimited. */
  left: number | null;
}

/** All products of a company that are not archived, newest first, with what is left of them. */
export const listOverview = async (slug: string, search: string): Promise<OverviewEntry[]> => {
  const company = await getRow<CompanyRow>(companyKey(slug));
  const text = search.trim().toLowerCase();
  const families = await Promise.all(
    Object.entries(MANAGED_FAMILIES).map(async ([name, family]) => {
      const rows = await queryAll<Row>(familyCollection(slug, family.family));
      const catalog = catalogOf([...(await withShares(slug, rows)), ...(company ? [company] : [])]);
      const seen = { company: catalog.company, stock: catalog.stock, nowMs: nowMs() };
      return catalog.products
        .filter((row) => row.archivedAtMs === undefined && row.name.toLowerCase().includes(text))
        .map((row) => ({
          row,
          family: name,
          product: presentManaged(row, family, seen),
          ...figures(row, catalog.stock),
        }));
    }),
  );
  return families
    .flat()
    .toSorted((a, b) => (b.row.createdAtMs ?? 0) - (a.row.createdAtMs ?? 0) || b.row.id - a.row.id)
    .map(({ row: _row, ...entry }) => entry);
};

const figures = (row: ProductRow, stock: StockLookup): Pick<OverviewEntry, 'prices' | 'left'> => {
  const options = (row.options as readonly ProductOption[]).filter(({ active }) => active);
  const left = options.map((option) => remainingOf(row, option, stock));
  const seats = row.type === 'event' && row.seats !== null ? row.seats : undefined;
  const counted = left.every((each) => each !== null) && left.length > 0;
  const sum = left.reduce((total: number, each) => total + (each ?? 0), 0);
  return {
    prices: options.map(({ amount }) => amount),
    left: counted ? (seats === undefined ? sum : Math.min(sum, Math.max(...left.map((each) => each ?? 0)))) : null,
  };
};
