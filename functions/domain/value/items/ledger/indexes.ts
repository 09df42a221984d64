import { dueAt } from '../../../../storage/due.ts';
import { listPartition } from '../../../../storage/sharded-lists.ts';
import { sortable } from '../../../../storage/sortable.ts';
import { repaidDueMs } from './holds.ts';
import { isWhole } from '../kinds.ts';
import { lapseDueMs } from './lapse.ts';
import type { Row } from '../../../../storage/table.ts';
import {
  dealIssuedTo,
  itemPosition,
  itemsOf,
  itemsOfOrderId,
  PAID,
  ticketsOfEvent,
  touchedOfOrder,
  transactionsOf,
  type ItemRow,
  type LedgerRow,
} from '../rows.ts';

export const sequenceText = (sequence: number): string => String(sequence).padStart(6, '0');

/**
 * Whether an item prevents a group claim of its order, if the order has several items. An order with one item is
 * checked on the item itself.
 */
const isTouchedInGroup = (item: ItemRow): boolean =>
  item.orderItems > 1 && (!isWhole(item) || item.holds !== undefined || item.blocked !== undefined);

type IndexKeys = Omit<Row, 'pk' | 'sk' | 'type' | 'v' | 'ttl'>;

const earliest = (one = Infinity, other = Infinity): number | undefined => {
  const least = Math.min(one, other);
  return Number.isFinite(least) ? least : undefined;
};

export const itemIndexes = (item: ItemRow): IndexKeys => {
  const at = itemPosition(item);
  // The successor replaces the item in the lists of its order and event.
  if (item.replacedBy !== undefined) {
    return { ix1pk: listPartition(itemsOf(item.company).partition, item.code, item.onSale), ix1sk: at };
  }
  const dueMs = earliest(item.status === PAID ? item.validUntilMs + 1 : lapseDueMs(item), repaidDueMs(item));
  const bySequence = `${sequenceText(item.sequence)}#${item.code}`;
  return {
    ix1pk: listPartition(itemsOf(item.company).partition, item.code, item.onSale),
    ix1sk: at,
    ix2pk: itemsOfOrderId(item.company, item.orderId).partition,
    ix2sk: bySequence,
    ...(item.event
      ? {
          ix3pk: listPartition(ticketsOfEvent(item.company, item.event.slug).partition, item.code, item.onSale),
          ix3sk: at,
        }
      : {}),
    ...(item.issuedTo === undefined ? {} : { ix3pk: dealIssuedTo(item.issuedTo, item.code).partition, ix3sk: at }),
    ...(isTouchedInGroup(item)
      ? { ix4pk: touchedOfOrder(item.company, item.orderId).partition, ix4sk: bySequence }
      : {}),
    ...(dueMs === undefined ? {} : dueAt('item-expiry', `${item.company}#${item.code}`, dueMs)),
  };
};

/**
 * Index attributes of a ledger entry. The first entry, of an issue or a replacement, is not a transaction: the report
 * lists only later changes.
 */
export const ledgerIndexes = (entry: LedgerRow): IndexKeys =>
  entry.seq === 1
    ? {}
    : {
        ix1pk: transactionsOf(entry.company).partition,
        ix1sk: `${sortable(entry.atMs)}#${entry.code}#${String(entry.seq).padStart(8, '0')}`,
      };
