import { isDryRun } from '../../../platform/dry-run.ts';
import { nameChanges, nameSubject, runningCause, withoutCause } from '../../../platform/cause.ts';
import { invalid } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { getRow } from '../../../storage/table.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { productIdOf } from '../../catalog/products/ids.ts';
import type { ProductRow } from '../../catalog/products/rows.ts';
import { requestMoves } from '../../fulfillment/event-reschedule/request.ts';
import { applyOnSale, spreadOrGather } from '../operator-data/apply-on-sale.ts';
import { importCause } from '../operator-data/audit-import.ts';
import { resetWrites, waitForNewLimits } from '../operator-data/reset-stock.ts';
import { movementsBetween, movementWrites } from '../operator-data/stock-movements.ts';
import { changesBetween } from './changes.ts';
import { productEntryOf } from './entry.ts';
import type { ManagedFamily } from './families.ts';
import { limitBefore, type ProductPlan } from './plan.ts';

/**
 * Maximum writes of the product, its counters and stock movements. A transaction has at most 100 writes; the rest is
 * reserved for the recorded reply and the audit entry.
 */
const WRITES_MAX = 90;

interface CommitContext {
  family: ManagedFamily;
  before: ProductRow | null;
  also: readonly Write[];
}

/**
 * Commits a planned product, its counters and the writes in `also` in one transaction. Then updates the tickets of a
 * rescheduled event, and distributes on-sale stock. Throws 422 on `options` when the change needs too many writes, and
 * `TransactionRefused` when the product has changed in the meantime.
 */
export const commitProduct = async (plan: ProductPlan, context: CommitContext): Promise<void> => {
  try {
    await commitPlan(plan, context);
  } catch (error) {
    if (context.before && !isDryRun()) await spreadAgain(context.before);
    throw error;
  }
};

/**
 * Spreads the seats of an on-sale again after a failed change, because planning has gathered them. Reads the product
 * again, because another request may have ended the on-sale in the meantime.
 */
const spreadAgain = async (before: ProductRow): Promise<void> => {
  try {
    const current = await getRow<ProductRow>(before, { consistent: true });
    if (current) await spreadOrGather([current]);
  } catch (cause) {
    log.warn('The stock of a product could not be spread again', { product_id: productIdOf(before), cause });
  }
};

const commitPlan = async (plan: ProductPlan, { family, before, also }: CommitContext): Promise<void> => {
  const { row, writes, data, stored } = plan;
  if (writes.length === 0) {
    if (also.length > 0) await withoutCause(() => transact(also));
    // Completes the work of an earlier request that failed after it changed the product.
    if (!isDryRun()) await spreadOrGather([row]);
    return;
  }
  const all = [...writes, ...resetWrites(data, stored.catalog), ...(await movementsOf(before, row))];
  if (all.length > WRITES_MAX) throw invalid('options', TOO_MANY);
  nameSubject({ product_id: productIdOf(row) });
  nameChanges(
    changesBetween(before && { ...productEntryOf(before, family), ...stateOf(before) }, afterOf(row, family, before)),
  );
  if (isDryRun()) return transact([...all, ...also]);
  const moveNow = await requestMoves(data.events);
  await limitBefore(plan);
  await transact([...all, ...also]);
  await moveNow();
  await applyOnSale(data, stored.counters, runningCause() ?? importCause());
  if (before) await waitForNewLimits(data, stored.catalog);
};

const TOO_MANY =
  'At most 80 options can be added with a stock, or lose their limit, at once, and at most 40 can get a limit.';

/**
 * The movements record the cause of the request even if it is already in the audit log, because an earlier attempt may
 * have set counters.
 */
const movementsOf = async (before: ProductRow | null, row: ProductRow): Promise<Write[]> => {
  const cause = runningCause();
  return before && cause ? movementWrites(await movementsBetween(before, row), cause) : [];
};

const stateOf = ({ archivedAtMs }: ProductRow) => ({ archived: archivedAtMs !== undefined });

/** Audits a new product as one change, not as one change per member. */
const afterOf = (row: ProductRow, family: ManagedFamily, before: ProductRow | null): unknown =>
  before ? { ...productEntryOf(row, family), ...stateOf(row) } : { id: row.id, name: row.name };
