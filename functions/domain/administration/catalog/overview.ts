import { nowMs } from '../../../platform/clock.ts';
import { getRow, queryAll, type Row } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { catalogOf } from '../../catalog/listing/list.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import { familyCollection, type EventRow, type ProductRow } from '../../catalog/products/rows.ts';
import { isOver, remainingOf, totalRemaining, type StockLookup } from '../../catalog/products/rules.ts';
import { EVENT_SEATS, type StockRow } from '../../catalog/stock/rows.ts';
import { withShares } from '../../catalog/stock/shares.ts';
import { MANAGED_FAMILIES } from './families.ts';
import { presentManagedGiftCard } from './gift-card.ts';
import { presentManagedProduct, type ManagedProduct } from './present.ts';

/** Overview of an event. Add-ons use no seat and are not counted. */
export interface EventFigures {
  startsAt: string | null;
  /** Whether the last day is over in the company's zone. */
  isOver: boolean;
  venue: string;
  isCancelled: boolean;
  sold: number;
  /** Reserved by unpaid orders. */
  held: number;
}

export interface OverviewEntry {
  /** Name of the family in URLs, such as `experiences`. */
  family: string;
  product: Pick<ManagedProduct, 'product_id' | 'withheld' | 'published'>;
  /** Id in URLs. */
  id: number | 'value';
  name: string;
  images: readonly { url: string }[];
  /** Numbers of its categories. */
  categories: readonly number[];
  event: EventFigures | undefined;
  /**
   * Prices of the active options without add-ons, in the smallest currency unit; for the value product, its minimum and
   * maximum.
   */
  prices: number[];
  /** Active options, including add-ons. */
  options: readonly { optionId: string; name: string; amount: number }[];
  /** Remaining units of the options in `prices`, in total; null: unlimited, or there is no such option. */
  left: number | null;
  /** The lowest number of remaining units among the options in `prices`; null: none of them is limited. */
  fewest: number | null;
}

/**
 * The unarchived products of a company whose names contain `search`, newest first, with their availability. The value
 * product is last. Throws 404 for an inactive company.
 */
export const listOverview = async (slug: string, search: string): Promise<OverviewEntry[]> => {
  const company = await getRow<CompanyRow>(companyKey(slug));
  const text = search.trim().toLowerCase();
  const families = await Promise.all(
    Object.entries(MANAGED_FAMILIES).map(async ([name, family]) => {
      const rows = await queryAll<Row>(familyCollection(slug, family.family));
      const counted = await withShares(slug, rows, { tallies: true });
      const catalog = catalogOf([...counted, ...(company ? [company] : [])]);
      const context = { company: catalog.company, stock: catalog.stock, nowMs: nowMs() };
      return catalog.products
        .filter((row) => row.archivedAtMs === undefined && row.name.toLowerCase().includes(text))
        .map((row) => ({
          row,
          family: name,
          id: row.id,
          name: row.name,
          images: row.images,
          categories: row.categories,
          event: row.type === 'event' ? eventFigures(row, counted, context) : undefined,
          product: presentManagedProduct(row, family, context),
          options: optionsOnSale(row),
          ...figures(row, catalog.stock),
        }));
    }),
  );
  const newestFirst = families
    .flat()
    .toSorted((a, b) => (b.row.createdAtMs ?? 0) - (a.row.createdAtMs ?? 0) || b.id - a.id)
    .map(({ row: _row, ...entry }) => entry);
  const card = company?.gift_card;
  return card?.name.toLowerCase().includes(text) ? [...newestFirst, valueEntry(card)] : newestFirst;
};

const valueEntry = (card: NonNullable<CompanyRow['gift_card']>): OverviewEntry => ({
  family: 'gift-card',
  product: presentManagedGiftCard(card),
  id: 'value',
  name: card.name,
  images: card.images,
  categories: card.categories,
  event: undefined,
  prices: [card.minimum_amount, card.maximum_amount],
  options: [],
  left: null,
  fewest: null,
});

const eventFigures = (
  row: EventRow,
  rows: readonly Row[],
  { company, nowMs: atMs }: { company: CompanyRow; nowMs: number },
): EventFigures => {
  const productId = productIdOf(row);
  const seats = rows
    .filter((each): each is StockRow => each.type === 'stock')
    .find((each) => each.productId === productId && each.optionId === EVENT_SEATS);
  return {
    startsAt: row.starts_at,
    isOver: isOver(company, row, atMs),
    venue: row.venue?.name ?? '',
    isCancelled: row.cancellation !== undefined,
    sold: seats?.sold ?? 0,
    held: seats?.held ?? 0,
  };
};

const optionsOnSale = (row: ProductRow): OverviewEntry['options'] =>
  row.options
    .filter(({ id, active }) => active && !row.removedOptions?.includes(id))
    .map((option) => ({ optionId: optionIdOf(row, option), name: option.name, amount: option.amount }));

/** Excludes add-ons, because they use no seat, and usually accompany a ticket. */
const figures = (row: ProductRow, stock: StockLookup): Pick<OverviewEntry, 'prices' | 'left' | 'fewest'> => {
  const options = row.options.filter((option) => option.active && !('add_on' in option && option.add_on));
  const limited = options.map((option) => remainingOf(row, option, stock)).filter((each) => each !== null);
  return {
    prices: options.map(({ amount }) => amount),
    left: options.length === 0 ? null : totalRemaining(row, options, stock),
    fewest: limited.length > 0 ? Math.min(...limited) : null,
  };
};
