import { putRows } from '../../storage/put-rows.ts';
import { getRows, keyText, type Key, type Row } from '../../storage/table.ts';
import type { ItemFacts } from './rows.ts';
import { registerRow, titleRows, type Registered } from './register.ts';
import { codeEntries, orderEntries, type SearchEntry } from './search-terms.ts';

/** One item that became searchable, as the stream hands it to the worker. */
export type IndexedItem = Registered &
  Pick<ItemFacts, 'sequence'> & {
    /** Of an item whose holder is reminded before it expires. */
    expiry?: Pick<ItemFacts, 'validUntilMs' | 'orderValidUntilMs'>;
  };

export const indexedItem = (item: IndexedItem): IndexedItem => ({
  company: item.company,
  code: item.code,
  orderId: item.orderId,
  orderItems: item.orderItems,
  orderReference: item.orderReference,
  clientReference: item.clientReference,
  sender: item.sender,
  receiver: item.receiver,
  title: item.title,
  variant: item.variant,
  event: item.event,
  createdAtMs: item.createdAtMs,
  sequence: item.sequence,
});

const searchRow = ({ partition, place }: SearchEntry): Row => ({ pk: partition, sk: place, type: 'search', v: 1 });

/** Rows of an item and, for the first of an order, of what the order's items share. The last of them is its sentinel. */
const rowsOf = (item: IndexedItem): Row[] => {
  const entries = [...(item.sequence === 0 ? orderEntries(item) : []), ...codeEntries(item)];
  return [registerRow(item), ...entries.map(searchRow)];
};

/** Items of a shop have few titles between them, so each is written once for all items of a batch. */
const titlesOf = (items: readonly IndexedItem[]): Row[] => [
  ...new Map(items.flatMap(titleRows).map((row) => [keyText(row), row])).values(),
];

/** Files items for search. May be run again. */
export const fileForSearch = async (items: readonly IndexedItem[]): Promise<void> => {
  const rows = items.map(rowsOf);
  await putRows([...titlesOf(items), ...rows.flatMap((each) => each.slice(0, -1))]);
  // Written last, so that its presence says that the others are there.
  await putRows(rows.flatMap((each) => each.slice(-1)));
};

/** Files those items that the request that issued them has not filed. */
export const fileMissing = async (items: readonly IndexedItem[]): Promise<void> => {
  const sentinels = new Map(items.map((item) => [item, keyOf(rowsOf(item).at(-1))]));
  const filed = await getRows([...sentinels.values()].flatMap((key) => key ?? []));
  await fileForSearch(
    items.filter((item) => {
      const sentinel = sentinels.get(item);
      return sentinel && !filed.get(sentinel);
    }),
  );
};

const keyOf = (row: Row | undefined): Key | undefined => (row ? { pk: row.pk, sk: row.sk } : undefined);
