import { putRows } from '../../storage/put-rows.ts';
import type { Row } from '../../storage/table.ts';
import type { ItemFacts } from './items.ts';
import { codeEntries, orderEntries, type Searchable, type SearchEntry } from './search-terms.ts';

/** One item that became searchable, as the stream hands it to the worker. */
export type IndexedItem = Searchable & Pick<ItemFacts, 'sequence'>;

export const indexedItem = (item: IndexedItem): IndexedItem => ({
  company: item.company,
  code: item.code,
  orderId: item.orderId,
  orderReference: item.orderReference,
  sender: item.sender,
  receiver: item.receiver,
  sequence: item.sequence,
});

const searchRow = ({ partition, place }: SearchEntry): Row => ({ pk: partition, sk: place, type: 'search', v: 1 });

/** Files items for search; the first item of an order also files what the order's items share. May be run again. */
export const fileForSearch = async (items: readonly IndexedItem[]): Promise<void> => {
  const entries = items.flatMap((item) => [...codeEntries(item), ...(item.sequence === 0 ? orderEntries(item) : [])]);
  const rows = new Map(entries.map((entry) => [`${entry.partition}\n${entry.place}`, searchRow(entry)]));
  await putRows([...rows.values()]);
};
