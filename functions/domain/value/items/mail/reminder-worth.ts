import { PAID, type ItemRow } from '../rows.ts';
import { statusAt } from '../rules.ts';

/** Whether an item is one that people put away and forget; a ticket has its day. */
export const canBeForgotten = ({ itemType }: Pick<ItemRow, 'itemType'>): boolean => itemType !== 'TICKET';

/** Whether there is something left of it that its holder would lose when it expires. */
export const isWorthReminding = (item: ItemRow, nowMs: number): boolean =>
  canBeForgotten(item) &&
  statusAt(item, nowMs) === PAID &&
  item.remainingMinor > 0 &&
  item.remainingPieces > 0 &&
  item.frozenBy === undefined;
