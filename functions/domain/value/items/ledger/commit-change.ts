import { ApiError, conflict } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import { versionUnchanged } from '../../../../storage/conditions.ts';
import { getRow } from '../../../../storage/table.ts';
import { pause } from '../../../../storage/retry.ts';
import { TransactionRefused, transact, type Write } from '../../../../storage/transactions.ts';
import { itemKey, type ItemRow } from '../rows.ts';
import { applyChange, type Cause, type ChangedItem, type ItemChange } from './ledger.ts';
import { rowOfType } from '../../../../storage/row-of-type.ts';

/**
 * The two writes of one change: the item, on the condition that it is unchanged since it was read, and the ledger
 * entry.
 */
export const changeWrites = (before: ItemRow, after: ChangedItem): Write[] => [
  replaceItemWrite(before, after.item),
  { put: after.entry },
];

/** Replaces an item, if its version is still the one that was read. */
export const replaceItemWrite = (before: ItemRow, after: ItemRow): Write => ({
  put: after,
  condition: versionUnchanged(before),
  name: before.pk,
});

/** Maximum number of lost races, after which the caller gets 409 `item_busy`. */
const ROUNDS = 80;

interface Commit {
  cause: Cause;
  /**
   * Decides on the current item, or throws the error for the caller. Undefined means that there is nothing to do. Other
   * rows on which the decision depends must be read here, consistently. If the item is written after that, the change
   * is refused, and `decide` is called again.
   */
  decide: (item: ItemRow) => ItemChange | undefined | Promise<ItemChange | undefined>;
  /** Writes that must commit with the change, such as the recorded reply. */
  together?: (after: ChangedItem, before: ItemRow) => Write[];
  /** Whether to call `decide` again when the write of `together` with this name loses a race. */
  decidesAgainFor?: (name: string) => boolean;
  /** Reply of a dry run; default: the reply that `together` records. */
  preview?: (after: ChangedItem, before: ItemRow) => unknown;
}

/**
 * Changes one item. After a lost race it decides again on the current item, so the loser gets the same result as a
 * later caller. Returns undefined when there was nothing to do.
 */
export const commitItemChange = async (item: ItemRow, commit: Commit): Promise<ChangedItem | undefined> => {
  let current = item;
  for (let round = 1; round <= ROUNDS; round++) {
    const change = await commit.decide(current);
    if (!change) return undefined;
    const after = applyChange(current, change, commit.cause);
    try {
      const writes = [...changeWrites(current, after), ...(commit.together?.(after, current) ?? [])];
      const { preview } = commit;
      await transact(writes, preview && (() => preview(after, current)));
      return after;
    } catch (error) {
      current = await afterRefusal(error, current, commit.decidesAgainFor);
    }
    await pause(Math.min(round, 5));
  }
  throw conflict('item_busy', itemChanges('item_busy'), 1);
};

const afterRefusal = async (
  error: unknown,
  current: ItemRow,
  decidesAgainFor: Commit['decidesAgainFor'] = () => false,
): Promise<ItemRow> => {
  const busy = error instanceof ApiError && error.code === 'service_busy';
  if (!busy && !(error instanceof TransactionRefused)) throw error;
  if (error instanceof TransactionRefused) {
    const lost = error.failed(current.pk);
    const hasOtherFailure = error.failures.some(({ name = '' }) => name !== current.pk && !decidesAgainFor(name));
    if (hasOtherFailure) throw error;
    if (lost?.row) return rowOfType<ItemRow>('item', lost.row);
  }
  const latest = await getRow<ItemRow>(itemKey(current.company, current.code), { consistent: true });
  if (!latest) throw error;
  return latest;
};
