import { isDryRun } from '../../../platform/dry-run.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { Write } from '../../../storage/transactions.ts';
import { productIdOf } from '../../catalog/products/ids.ts';
import type { EventRow, ProductRow } from '../../catalog/products/rows.ts';
import { seatsUpdate } from '../../catalog/products/seats.ts';
import { checkedData } from '../operator-data/check-entry.ts';
import { OperatorDataError } from '../operator-data/faults.ts';
import { resetSpreadStock } from '../operator-data/reset-stock.ts';
import { catalogIntents, type Intent } from '../operator-data/rows.ts';
import type { OperatorData } from '../operator-data/schema.ts';
import type { StoredData } from '../operator-data/stored.ts';
import { writesFor } from '../operator-data/write.ts';
import type { ManagedFamily } from './families.ts';
import { refusalFor } from './faults.ts';

/** The product of a request, not checked yet. */
interface ProductInput {
  company: string;
  family: ManagedFamily;
  /** The whole entry, as in the operator data file. */
  entry: Record<string, unknown>;
  /** Positions of its options in the request, for the paths of faults. Default: the same positions. */
  places?: readonly (number | undefined)[];
  /** The row on which the entry was decided; null for a new one. */
  before: ProductRow | null;
  /** Members outside of the file. */
  own?: Partial<Pick<EventRow, 'archivedAtMs' | 'removedOptions' | 'cancellation'>>;
}

/** The writes of a product, by the import's rules, and the resulting row. */
export interface ProductPlan {
  row: ProductRow;
  writes: Write[];
  data: OperatorData;
  stored: StoredData;
}

/** `$.events[0]` refers to the product. */
const DEPTH = 2;

/**
 * Checks an entry like an import of a file with nothing else, and plans its writes. Throws 422 with every fault under
 * its path in the request, and `ConditionFailed` when the product has changed.
 */
export const planProduct = async (input: ProductInput): Promise<ProductPlan> => {
  const { company, family, entry, before, places } = input;
  const json = { [family.section]: [{ ...entry, company }] };
  const at = { depth: DEPTH, ...(places ? { places } : {}) };
  try {
    const { data, stored } = await checkedData(json);
    const plans = await writesFor(catalogIntents(data).map((intent) => editIntent(intent, input)));
    const planned = plans.map(({ row }) => row).find((row): row is ProductRow => row.type === family.kind);
    const row = planned ?? before;
    if (!row) throw new Error('A new product has no row');
    return { row, writes: [...plans.map(({ write }) => write), ...(await seatWrites(row, before))], data, stored };
  } catch (error) {
    if (error instanceof OperatorDataError) throw refusalFor(error.faults, at);
    throw error;
  }
};

/** The product's row is written only over the version on which the request was decided. */
const editIntent = (intent: Intent, { family, before, own }: ProductInput): Intent => {
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

/** The capacity changes with the event, in one transaction. */
const seatWrites = async (row: ProductRow, before: ProductRow | null): Promise<Write[]> => {
  if (row.type !== 'event' || before?.type !== 'event' || row.seats === before.seats || isDryRun()) return [];
  const update = await seatsUpdate(row.company, productIdOf(row), row.seats);
  return update ? [{ update }] : [];
};

/**
 * Sets spread counters of options that become limited. Runs before the product is written, so that sales never use an
 * outdated figure.
 */
export const limitBefore = async ({ data, stored }: ProductPlan): Promise<void> => {
  if (!isDryRun()) await resetSpreadStock(data, stored.catalog);
};
