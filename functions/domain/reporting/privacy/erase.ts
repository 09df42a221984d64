import { deleteObject } from '../../../adapters/objects/store.ts';
import { membersAre, versionUnchanged } from '../../../storage/conditions.ts';
import { everyRow } from '../../../storage/every-row.ts';
import { deleteRows } from '../../../storage/put-rows.ts';
import { changeRow } from '../../../storage/change-row.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ConditionFailed, deleteRow, getRow, getRows, putRow, updateRow, type Key } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { lineObject } from '../../fulfillment/documents/schema.ts';
import { isToBePosted } from '../../fulfillment/shipments/deliverable.ts';
import { deletePass } from '../../fulfillment/wallet/delete-pass.ts';
import { pictureKey, printedObject, uploadObject } from '../../catalog/greeting-images/rows.ts';
import { candidatesOfOrder } from '../../value/items/search/candidates.ts';
import { indexedItem, indexForSearch } from '../../value/items/search/index-search.ts';
import type { ItemActionRow } from '../../value/items/action-rows.ts';
import type { ItemOrderRow } from '../../value/items/issuance/item-orders.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { itemIdOf } from '../../value/items/item-id.ts';
import { formerItems, successorKey } from '../../value/items/successors.ts';
import { orderSearchEntries } from '../../value/items/search/search-terms.ts';
import type { SearchEntry } from '../../value/items/search/search-texts.ts';
import { eventIdsOfItem } from '../../notifications/webhooks/list-events.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { eraseTraces, hasAddressInRow } from './erase-traces.ts';
import { readPersonalData, type PersonalData } from './find.ts';
import { ERASED_EMAIL } from '../../../platform/erased-email.ts';
import { erasedItem, erasedItemOrder, erasedOrder, isUnderWay } from './rules.ts';

/** The erased data, or the orders that prevent the erasure. */
type Erasure =
  | { underWay: string[] }
  | { orders: number; items: number; traces: number; subscriptions: number; resends: number; left: string[] };

/**
 * Erases a person from all data of a company. Names, addresses and messages are removed; amounts and entries are kept,
 * so that money and ledgers can still be verified. Nothing is erased while an order of the person waits for payment or
 * delivery. May be run again after an interruption, because rows that lead to other personal data are erased last.
 */
export const erasePerson = async (company: string, email: string): Promise<Erasure> => {
  const kept = await readPersonalData(company, email);
  const underWay: string[] = [];
  for (const order of kept.orders) if (isUnderWay(order) || (await isToBePosted(order))) underWay.push(order.id);
  if (underWay.length > 0) return { underWay };
  const orderIds = new Set([...kept.orders.map(({ id }) => id), ...kept.items.map(({ orderId }) => orderId)]);
  const items = await itemsToErase(company, kept);
  const ids = { orders: orderIds, events: await eventsOfItems(company, items) };
  const traces = await eraseTraces(company, email, ids);
  for (const order of kept.orders) await eraseObjects(order);
  for (const resend of kept.resends) await eraseResend(resend);
  for (const item of items) await eraseItem(item, email);
  for (const order of kept.itemOrders) await eraseItemOrder(order, email);
  for (const order of kept.orders) await eraseOrder(order, email);
  for (const { pk, sk } of kept.subscriptions) await deleteRow({ pk, sk });
  // A request that read a row before the erasure may have recorded its reply since.
  const late = await eraseTraces(company, email, ids);
  return {
    orders: kept.orders.length,
    items: items.length,
    traces: traces + late,
    subscriptions: kept.subscriptions.length,
    resends: kept.resends.length,
    left: await remainingMentions(company, email),
  };
};

/**
 * Items to erase: items of the person, every item of the person's orders (they may contain the telephone number), and
 * the items that were replaced by any of these.
 */
const itemsToErase = async (company: string, kept: PersonalData): Promise<ItemRow[]> => {
  const items = new Map(kept.items.map((item) => [item.code, item]));
  for (const { id } of kept.orders) {
    for await (const batch of candidatesOfOrder(company, id)) {
      const rows = await getRows(batch.map(({ key }) => key));
      for (const { key } of batch) {
        const item = rows.get<ItemRow>(key);
        if (item) items.set(item.code, item);
      }
    }
  }
  for (const item of items.values()) {
    for (const before of await formerItems(item)) items.set(before.code, before);
  }
  return [...items.values()];
};

/** Ids of the webhook events of items. Unlike those of orders, their deliveries do not contain the id of an order. */
const eventsOfItems = async (company: string, items: readonly ItemRow[]): Promise<Set<string>> => {
  const ids = new Set<string>();
  for (const item of items) {
    for (const id of await eventIdsOfItem(company, itemIdOf(item))) ids.add(id);
  }
  return ids;
};

/** Writes only `facts` and `deliverTo`, because a concurrent capture or discard changes other members. */
const eraseItemOrder = ({ pk, sk }: Key, email: string): Promise<void> =>
  retryOnConflict(
    async () => {
      const order = await getRow<ItemOrderRow>({ pk, sk }, { consistent: true });
      if (!order) return;
      const { facts, deliverTo } = erasedItemOrder(order, email);
      // A concurrent erasure of another person would otherwise be undone.
      const unchanged = membersAre({ facts: order.facts, deliverTo: order.deliverTo });
      await updateRow(rowUpdate({ key: order, set: { facts, deliverTo }, if: unchanged }));
    },
    (error) => error instanceof ConditionFailed,
    { attempts: ATTEMPTS },
  );

/** Optimistic write on the current order: never blocks a till. */
const eraseOrder = ({ pk, sk }: OrderRow, email: string): Promise<void> =>
  changeRow<OrderRow, void>({
    key: { pk, sk },
    codec: orderCodec,
    decide: (order, nowMs) => ({ ...(order ? { row: erasedOrder(order, email, nowMs) } : {}), result: undefined }),
  });

/** Deletes stored documents and the buyer's own picture. */
const eraseObjects = async (order: OrderRow): Promise<void> => {
  for (const { id } of order.lines) await deleteObject('documents', lineObject(order.company, order.id, id));
  const uploadId = order.greeting?.image?.uploadId;
  if (uploadId === undefined || !(await releasePicture(order, uploadId))) return;
  for (const objectOf of [printedObject, uploadObject]) {
    await deleteObject('pictures', objectOf(order.company, uploadId));
  }
};

/**
 * Deletes the row of a picture, so that no order can use it. Returns false when this order has released the picture and
 * another order uses it.
 */
const releasePicture = (order: OrderRow, uploadId: string): Promise<boolean> =>
  unlessRefused(
    deleteRow(pictureKey(order.company, uploadId), {
      expression: 'attribute_not_exists(usedBy) OR usedBy = :order',
      values: { ':order': order.id },
    }),
  );

/** The resend stays in the item's history without its email address. */
const eraseResend = async (resend: ItemActionRow): Promise<void> => {
  const erased: ItemActionRow = { ...resend, email: ERASED_EMAIL };
  await putRow(erased);
};

const keyTextOf = ({ partition, place }: SearchEntry): string => `${partition}\n${place}`;

/** Erases an item and its successors, because it may have been replaced since the items were listed. */
const eraseItem = async (key: Key, email: string): Promise<void> => {
  for (let next: Key | undefined = key; next;) {
    const erased: ItemRow | undefined = await eraseCurrent(next, email);
    // A device may have registered since the pass was removed.
    if (erased) await deletePass(erased);
    next = erased && successorKey(erased);
  }
};

/** A card may be redeemed many times a second, so the command makes many attempts. It can wait, a till cannot. */
const ATTEMPTS = 50;

/** Erases the current version of an item. Its search rows are removed first, because they are found from the item. */
const eraseCurrent = ({ pk, sk }: Key, email: string): Promise<ItemRow | undefined> =>
  retryOnConflict(
    async () => {
      const item = await getRow<ItemRow>({ pk, sk }, { consistent: true });
      if (!item) return undefined;
      const after = erasedItem(item, email);
      const keptKeys = new Set(orderSearchEntries(after).map(keyTextOf));
      const removed = orderSearchEntries(item).filter((entry) => !keptKeys.has(keyTextOf(entry)));
      await deleteRows(removed.map(({ partition, place }) => ({ pk: partition, sk: place })));
      // Some remaining texts may not be indexed yet: an order is indexed under a limited number of texts, and the item
      // may not be indexed at all.
      await indexForSearch([indexedItem(after)]);
      // Deleted before the item is written: when an interrupted erasure is repeated, the unerased item leads to its
      // pass.
      await deletePass(item);
      await putRow(after, versionUnchanged(item));
      return after;
    },
    (error) => error instanceof ConditionFailed,
    { attempts: ATTEMPTS },
  );

/**
 * Types of rows that still contain the email address. Settings and users are not erased: they belong to the shop, not
 * to a purchase.
 */
const remainingMentions = async (company: string, email: string): Promise<string[]> => {
  const types = new Set<string>();
  for await (const row of everyRow(company)) {
    if (hasAddressInRow(row, email)) types.add(row.type);
  }
  return [...types].toSorted();
};
