import { PAID, type ItemRow } from '../rows.ts';
import { statusAt } from '../rules.ts';

/** Whether reminders make sense for an item. For a ticket they do not, because its event has a date. */
const canBeReminded = ({ itemType }: Pick<ItemRow, 'itemType'>): boolean => itemType !== 'TICKET';

/** Whether an item has value that its holder can use and would lose when it expires. */
export const isWorthReminding = (item: ItemRow, nowMs: number): boolean =>
  canBeReminded(item) &&
  statusAt(item, nowMs) === PAID &&
  item.remainingMinor > 0 &&
  item.remainingPieces > 0 &&
  item.frozenBy === undefined &&
  item.blocked === undefined;
