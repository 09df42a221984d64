import { everyRow } from '../../../storage/every-row.ts';
import type { Row } from '../../../storage/table.ts';
import type { ItemOrderRow } from '../../value/items/issuance/item-orders.ts';
import type { ItemActionRow } from '../../value/items/action-rows.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import type { SubscriberRow } from '../../checkout/orders/subscriber-rows.ts';
import { isPartyOfItem, isPartyOfOrder, isSameAddress } from './rules.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';

/** A company's data about a person. */
export interface PersonalData {
  orders: OrderRow[];
  items: ItemRow[];
  /** Directly issued orders, which contain the people of their items. */
  itemOrders: ItemOrderRow[];
  resends: ItemActionRow[];
  subscriptions: SubscriberRow[];
}

const TYPES = new Set(['order', 'item', 'item-order', 'item-action', 'subscriber']);

/** Finds rows with a person's email address. Scans the whole table, because an email address may be anywhere. */
export const readPersonalData = async (company: string, email: string): Promise<PersonalData> => {
  const kept: PersonalData = { orders: [], items: [], itemOrders: [], resends: [], subscriptions: [] };
  for await (const row of everyRow(company)) {
    if (TYPES.has(row.type)) collect(kept, row, email);
  }
  kept.orders.sort((a, b) => a.createdAtMs - b.createdAtMs);
  kept.items.sort((a, b) => a.createdAtMs - b.createdAtMs || a.sequence - b.sequence);
  return kept;
};

const collect = (kept: PersonalData, row: Row, email: string): void => {
  switch (row.type) {
    case 'order': {
      const order = rowOfType<OrderRow>('order', row);
      if (isPartyOfOrder(order, email)) kept.orders.push(order);
      return;
    }
    case 'item': {
      const item = rowOfType<ItemRow>('item', row);
      if (isPartyOfItem(item, email)) kept.items.push(item);
      return;
    }
    case 'item-order': {
      const order = rowOfType<ItemOrderRow>('item-order', row);
      if (isPartyOfItem(order.facts, email) || isSameAddress(order.deliverTo, email)) kept.itemOrders.push(order);
      return;
    }
    case 'item-action': {
      const action = rowOfType<ItemActionRow>('item-action', row);
      if (isSameAddress(action.email, email)) kept.resends.push(action);
      return;
    }
    case 'subscriber': {
      const subscriber = rowOfType<SubscriberRow>('subscriber', row);
      if (isSameAddress(subscriber.email, email)) kept.subscriptions.push(subscriber);
    }
  }
};
