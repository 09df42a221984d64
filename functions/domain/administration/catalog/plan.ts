import { isDryRun } from '../../../platform/dry-run.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { Write } from '../../../storage/transactions.ts';
import { productIdOf } from '../../catalog/products/ids.ts';
import type { EventRow, ProductRow } from '../../catalog/products/rows.ts';
import { seatsUpdate } from '../../catalog/products/seats.ts';
import { checkedData } from '../operator-data/check-entry.ts';
import { resetSpreadStock } from '../operator-data/reset-stock.ts';
import { catalogIntents, type Intent } from '../operator-data/rows.ts';
import type { OperatorData } from '../operator-data/schema.ts';
import type { StoredData } from '../operator-data/stored.ts';
import { writesFor } from '../operator-data/write.ts';
import { nameWrites } from './name-writes.ts';
import type { ManagedFamily } from './families.ts';
import { withFieldFaults } from './faults.ts';

/** The unchecked product of a request. */
interface ProductInput {
  company: string;
  family: ManagedFamily;
  /** The complete entry, in the format of the operator data file. */
  entry: Record<string, unknown>;
  /** Positions of its options in the request, for the paths of faults. Default: the positions in `entry`. */
  places?: readonly (number | undefined)[];
  /** The row from which the entry was derived; null for a new product. */
  before: ProductRow | null;
  /** Members that the operator data file does not have. */
  own?: Partial<Pick<EventRow, 'archivedAtMs' | 'removedOptions' | 'cancellation'>>;
}

/** The writes of a product, and the resulting row. */
export interface ProductPlan {
  row: ProductRow;
  writes: Write[];
  data: OperatorData;
  stored: StoredData;
}

/** Number of segments in the path of the product, such as `$.events[0]`. */
const DEPTH = 2;

/**
 * Checks an entry as an import of a file with only this entry would, and plans its writes. Throws 422 with every fault
 * under its path in the request, and `ConditionFailed` when the product has changed.
 */
export const planProduct = async (input: ProductInput): Promise<ProductPlan> => {
  const { company, family, entry, before, places } = input;
  return withFieldFaults({ depth: DEPTH, ...(places ? { places } : {}) }, async () => {
    const claims = await nameWrites(input);
    const { data, stored } = await checkedData({ [family.section]: [{ ...entry, company }] });
    const plans = await writesFor(catalogIntents(data).map((intent) => editIntent(intent, input)));
    const planned = plans.map(({ row }) => row).find((row): row is ProductRow => row.type === family.kind);
    const row = planned ?? before;
    if (!row) throw new Error('A new product has no row');
    const writes = [...plans.map(({ write }) => write), ...(await seatWrites(row, before)), ...claims];
    return { row, writes, data, stored };
  });
};

/** The write requires the version of the product from which the entry was derived. */
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

/** Writes that change the seat counter in the same transaction as the event. */
const seatWrites = async (row: ProductRow, before: ProductRow | null): Promise<Write[]> => {
  if (row.type !== 'event' || before?.type !== 'event' || row.seats === before.seats || isDryRun()) return [];
  const update = await seatsUpdate(row.company, productIdOf(row), row.seats);
  return update ? [{ update }] : [];
};

/**
 * Resets spread counters of options that become limited. Runs before the product is written, so that sales never use an
 * outdated figure.
 */
export const limitBefore = async ({ data, stored }: ProductPlan): Promise<void> => {
  if (!isDryRun()) await resetSpreadStock(data, stored.catalog);
};
