import { nowMs } from '../../../../platform/clock.ts';
import { getRow, type Key } from '../../../../storage/table.ts';
import { changeItem } from './change.ts';
import type { ItemRow } from '../rows.ts';
import { decideExpiry } from '../rules.ts';

/**
 * Writes the expiry of an item whose validity has ended. Its balance stays: a company may take it later, and reports
 * say what was never spent. Readers need not wait for this.
 */
export const expireItem = async (key: Key): Promise<'expired' | 'kept'> => {
  const item = await getRow<ItemRow>(key, { consistent: true });
  if (!item) return 'kept';
  const cause = { by: { system: 'item-expiry' }, requestId: 'item-expiry', atMs: nowMs() };
  const after = await changeItem(item, { cause, decide: (current) => decideExpiry(current, cause.atMs) });
  return after ? 'expired' : 'kept';
};
