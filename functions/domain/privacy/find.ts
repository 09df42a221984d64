import { everyRow } from '../../storage/every-row.ts';
import type { Row } from '../../storage/table.ts';
import type { ItemOrderRow } from '../items/issuance/item-orders.ts';
import type { ItemActionRow, ItemRow } from '../items/rows.ts';
import type { OrderRow } from '../orders/rows.ts';
import type { SubscriberRow } from '../subscribers/rows.ts';
import { isPartyOfItem, isPartyOfOrder, isSame } from './rules.ts';

/** What a company keeps of a person. */
export interface Kept {
  orders: OrderRow[];
  items: ItemRow[];
  /** Directly issued orders, which remember what their items were made from. */
  itemOrders: ItemOrderRow[];
  resends: ItemActionRow[];
  subscriptions: SubscriberRow[];
}

type Owned = Row & { company?: string };

const TYPES = new Set(['order', 'item', 'item-order', 'item-action', 'subscriber']);

/** Finds what names a person by its address. Reads the whole table: an address may stand where no list leads. */
export const findKept = async (company: string, email: string): Promise<Kept> => {
  const kept: Kept = { orders: [], items: [], itemOrders: [], resends: [], subscriptions: [] };
  for await (const row of everyRow(company)) {
    if (TYPES.has(row.type) && (row as Owned).company === company) sort(kept, row, email);
  }
  kept.orders.sort((a, b) => a.createdAtMs - b.createdAtMs);
  kept.items.sort((a, b) => a.createdAtMs - b.createdAtMs || a.sequence - b.sequence);
  return kept;
};

const sort = (kept: Kept, row: Row, email: string): void => {
  const order = row as OrderRow;
  const item = row as ItemRow;
  const itemOrder = row as ItemOrderRow;
  const person = row as ItemActionRow | SubscriberRow;
  if (row.type === 'order' && isPartyOfOrder(order, email)) kept.orders.push(order);
  if (row.type === 'item' && isPartyOfItem(item, email)) kept.items.push(item);
  if (row.type === 'item-order' && (isPartyOfItem(itemOrder.facts, email) || isSame(itemOrder.deliverTo, email))) {
    kept.itemOrders.push(itemOrder);
  }
  if (row.type === 'item-action' && isSame(person.email, email)) kept.resends.push(row as ItemActionRow);
  if (row.type === 'subscriber' && isSame(person.email, email)) kept.subscriptions.push(row as SubscriberRow);
};
