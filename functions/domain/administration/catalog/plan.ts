import { isDryRun } from '../../../platform/agent-call.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { Write } from '../../../storage/transactions.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import type { EventRow, ProductRow } from '../../catalog/products/rows.ts';
import { seatsUpdate } from '../../catalog/products/seats.ts';
import { checkedData } from '../operator-data/check-entry.ts';
import { OperatorDataError } from '../operator-data/faults.ts';
import { setStockAnew } from '../operator-data/reset-stock.ts';
import { catalogIntents, type Intent } from '../operator-data/rows.ts';
import type { OperatorData } from '../operator-data/schema.ts';
import type { Stored } from '../operator-data/stored.ts';
import { writesFor } from '../operator-data/write.ts';
import type { ManagedFamily } from './families.ts';
import { refusalFor } from './faults.ts';

/** A product as a request leads to it, not checked yet. */
export interface ProductInput {
  company: string;
  family: ManagedFamily;
  /** The whole entry, as the operator data file has it. */
  entry: Record<string, unknown>;
  /** Where its options are in the request, for the paths of faults. Absent: in the same places. */
  places?: readonly (number | undefined)[];
  /** The row on which the entry was decided; null: there is none. */
  before: ProductRow | null;
  /** Members that no file names. */
  own?: Partial<Pick<EventRow, 'archivedAtMs' | 'removedOptions' | 'cancellation'>>;
}

/** The writes that bring a product into the table, by the import's own rules, and the row that they lead to. */
export interface ProductPlan {
  row: ProductRow;
  writes: Write[];
  data: OperatorData;
  stored: Stored;
}

/** `$.events[0]` leads to the product. */
const DEPTH = 2;

/**
 * Checks an entry as an import of a file with nothing else would, and plans its writes. Throws 422 with every fault under its
 * path in the request, and `ConditionFailed` when the product is no longer as it was.
 */
export const planProduct = async (input: ProductInput): Promise<ProductPlan> => {
  const { company, family, entry, before, places } = input;
  const json = { [family.section]: [{ ...entry, company }] };
  const at = { depth: DEPTH, ...(places ? { places } : {}) };
  try {
    const { data, stored } = await checkedData(json);
    const plans = await writesFor(catalogIntents(data).map((intent) => editing(intent, input)));
    const planned = plans.map(({ row }) => row).find((row): row is ProductRow => row.type === family.kind);
    const row = planned ?? before;
    if (!row) throw new Error('A new product has no row');
    return { row, writes: [...plans.map(({ write }) => write), ...(await seatWrites(row, before))], data, stored };
  } catch (error) {
    if (error instanceof OperatorDataError) throw refusalFor(error.faults, at);
    throw error;
  }
};

/** The product's own row is written only over the version on which the request was decided. */
const editing = (intent: Intent, { family, before, own }: ProductInput): Intent => {
  if (intent.row.type !== family.kind) return intent;
  const kept = before?.createdAtMs ?? nowMs();
  const row = { ...intent.row, createdAtMs: kept, ...ownOf(before), ...own };
  return { ...intent, row, edit: true, keeps: ['createdAtMs'], madeFor: before, guarded: ['version'] };
};

const ownOf = (before: ProductRow | null): ProductInput['own'] => ({
  ...(before?.archivedAtMs === undefined ? {} : { archivedAtMs: before.archivedAtMs }),
  ...(before?.removedOptions === undefined ? {} : { removedOptions: before.removedOptions }),
  ...(before?.type === 'event' && before.cancellation ? { cancellation: before.cancellation } : {}),
});

/** The number of seats changes with the event, or not at all. */
const seatWrites = async (row: ProductRow, before: ProductRow | null): Promise<Write[]> => {
  if (row.type !== 'event' || before?.type !== 'event' || row.seats === before.seats || isDryRun()) return [];
  const update = await seatsUpdate(row.company, productIdOf(row), row.seats);
  return update ? [{ update }] : [];
};

/** Sets counters of options that had no stock and get one. Before the product says so: nothing is sold from an old figure. */
export const limitBefore = async ({ data, stored }: ProductPlan): Promise<void> => {
  if (!isDryRun()) await setStockAnew(data, stored.catalog);
};

/** Ids of the options of a row, as the stock route takes them. */
export const optionIdsOf = (row: ProductRow): string[] => row.options.map((option) => optionIdOf(row, option));
