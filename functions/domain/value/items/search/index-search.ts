import { nowMs } from '../../../../platform/clock.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { warmSet } from '../../../../platform/warm-state.ts';
import { putRows } from '../../../../storage/put-rows.ts';
import { getRows, keyText, type Key, type Row } from '../../../../storage/table.ts';
import { itemIdOf } from '../item-id.ts';
import { itemKey, type ItemFacts, type ItemRow } from '../rows.ts';
import { putRegister, unpack } from '../ledger/pack-register.ts';
import { registerKey, registerRow, titleRows, type RegisteredItem } from '../ledger/register.ts';
import { orderSearchEntries } from './search-terms.ts';
import type { SearchEntry } from './search-texts.ts';

/** An item to make searchable, as the stream sends it to the worker. */
export type IndexedItem = RegisteredItem &
  Pick<ItemFacts, 'sequence'> & {
    /** Present if the item replaces another item, whose person may be erased while it is replaced. */
    isSuccessor?: true;
  };

export const indexedItem = (item: IndexedItem): IndexedItem => ({
  company: item.company,
  code: item.code,
  orderId: item.orderId,
  orderItems: item.orderItems,
  orderReference: item.orderReference,
  clientReference: item.clientReference,
  sender: item.sender,
  senderCompany: item.senderCompany ? { name: item.senderCompany.name } : null,
  receiver: item.receiver,
  title: item.title,
  variant: item.variant,
  event: item.event,
  createdAtMs: item.createdAtMs,
  sequence: item.sequence,
  ...(item.onSale ? { onSale: true } : {}),
});

/** An item is indexed within seconds of its issue, unless its message is delivered late or again. */
const FRESH_MS = MINUTE_MS;

/** Whether the person of an item may have been erased since the item was sent to the worker. */
const mayBeErased = ({ isSuccessor, createdAtMs }: IndexedItem): boolean =>
  isSuccessor === true || createdAtMs < nowMs() - FRESH_MS;

/** The items, in their current state if their person may have been erased, otherwise as issued. */
const withoutErased = async (items: readonly IndexedItem[]): Promise<IndexedItem[]> => {
  const keyOf = ({ company, code }: IndexedItem): Key => itemKey(company, code);
  const rows = await getRows(items.filter(mayBeErased).map(keyOf), { consistent: true });
  return items.map((item) => {
    const row = rows.get<ItemRow>(keyOf(item));
    return row ? indexedItem(row) : item;
  });
};

const searchRow = ({ partition, place }: SearchEntry): Row => ({ pk: partition, sk: place, type: 'search', v: 1 });

/** Rows with the shared texts of an order's items, indexed with the first item. */
const rowsOfOrder = (item: IndexedItem): Row[] => (item.sequence === 0 ? orderSearchEntries(item).map(searchRow) : []);

const KNOWN_TITLES_MAX = 10_000;
/** Titles that this process has written. */
const knownTitles = warmSet<string>();

/** Puts rows and titles. A company has few titles, so a process writes each of them once. */
const putWithTitles = async (items: readonly IndexedItem[], rows: readonly Row[]): Promise<void> => {
  const titles = new Map(items.flatMap(titleRows).map((row) => [keyText(row), row]));
  for (const known of knownTitles) titles.delete(known);
  await putRows([...titles.values(), ...rows]);
  if (knownTitles.size > KNOWN_TITLES_MAX) knownTitles.clear();
  for (const key of titles.keys()) knownTitles.add(key);
};

/** Leads from the id of an item to its code. */
export interface ItemIdRow extends Row {
  type: 'item-id';
  code: string;
}

export const itemIdKey = (company: string, id: string): Key => ({ pk: `SEARCH#${company}#id#${id}`, sk: 'item' });

const idRow = ({ company, code }: IndexedItem): ItemIdRow => ({
  ...itemIdKey(company, itemIdOf({ company, code })),
  type: 'item-id',
  v: 1,
  code,
});

/** Indexes items for search. May be run again. */
export const indexForSearch = async (items: readonly IndexedItem[]): Promise<void> => {
  await putWithTitles(
    items,
    items.flatMap((item) => [...rowsOfOrder(item), idRow(item)]),
  );
  // The register row is written last, so that a register row implies the other rows.
  await putRegister(items);
};

/** Only the worker indexes the items of an order that came through checkout. */
const isLeftToWorker = ({ orderId }: IndexedItem): boolean => orderId.startsWith('po_');

/** Indexes the items that their own request has not indexed. */
export const indexMissing = async (issued: readonly IndexedItem[]): Promise<void> => {
  const items = await withoutErased(issued);
  const workerItems = items.filter(isLeftToWorker);
  const requestItems = items.filter((item) => !isLeftToWorker(item));
  const indexed = await getRows(requestItems.map(registerKey));
  await Promise.all([
    putWithTitles(
      workerItems,
      workerItems.flatMap((item) => [...rowsOfOrder(item), idRow(item), registerRow(item)]),
    ).then(() => unpack(workerItems)),
    indexForSearch(requestItems.filter((item) => !indexed.get(registerKey(item)))),
  ]);
};
