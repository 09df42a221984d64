import { versionUnchanged } from '../../../storage/conditions.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { ConditionFailed, putRow } from '../../../storage/table.ts';
import { currentItem } from './current-item.ts';
import { changeMarks } from './ledger/ledger.ts';
import type { ItemRow } from './rows.ts';

/**
 * Records on an item whether a wallet has its pass, and returns the item; undefined for an unknown code. Writes nothing
 * if this is already recorded. The write is optimistic, so it never blocks a till.
 */
export const markPass = (
  company: string,
  code: string,
  { hasPass }: { hasPass: boolean },
): Promise<ItemRow | undefined> =>
  retryOnConflict(
    async () => {
      const item = await currentItem(company, code);
      if (!item || (item.hasPass ?? false) === hasPass) return item;
      const after = changeMarks(item, { hasPass: hasPass || undefined });
      await putRow(after, versionUnchanged(item));
      return after;
    },
    (error) => error instanceof ConditionFailed,
  );
