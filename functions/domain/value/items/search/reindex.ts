import { deleteRows } from '../../../../storage/put-rows.ts';
import { getRow, getRows, putRow, queryPage, type Key, type Row } from '../../../../storage/table.ts';
import { fileForSearch, indexedItem } from './index-search.ts';
import { itemsOf, type ItemRow } from '../rows.ts';
import { suffixEntries } from './suffix-index.ts';

/** How far the items of a company have been filed anew. */
interface ReindexRow extends Row {
  type: 'reindex';
  /** Position of the last item that was; empty at the end of all. */
  after: string;
  items: number;
}

const PAGE_ITEMS = 50;
/** Not in the way of any search: no hash and no text of a search looks like it. */
const progressKey = (company: string): Key => ({ pk: `SEARCH#${company}#reindex`, sk: 'progress' });

export interface ReindexStep {
  /** Items filed anew, in all. */
  items: number;
  /** Writes of this step: one unit each. */
  writes: number;
  isDone: boolean;
}

/**
 * Files the items of a company for search as new ones are, oldest first, and removes the rows that they were found by
 * before; step by step, so that the caller may go slowly. Goes on where it broke off; may be run any number of times.
 */
export async function* reindexItems(company: string): AsyncGenerator<ReindexStep, void, undefined> {
  const progress = await getRow<ReindexRow>(progressKey(company), { consistent: true });
  let { after = '', items = 0 } = progress ?? {};
  for (;;) {
    const page = await queryPage<Row>({ ...itemsOf(company), from: `${after}\u0000`, to: '~', limit: PAGE_ITEMS });
    const rows = await getRows(page.rows, { consistent: true });
    const found = page.rows.flatMap(({ pk, sk }) => rows.get<ItemRow>({ pk, sk }) ?? []);
    await fileForSearch(found.map(indexedItem));
    const gone = found.flatMap(suffixEntries).map(({ partition, place }) => ({ pk: partition, sk: place }));
    await deleteRows(gone);
    items += found.length;
    after = page.rows.at(-1)?.ix1sk ?? after;
    const isDone = page.lastKey === undefined;
    const row: ReindexRow = { ...progressKey(company), type: 'reindex', v: 1, after: isDone ? '' : after, items };
    await putRow(isDone ? { ...row, items: 0 } : row);
    yield { items, writes: gone.length + found.length * WRITES_PER_ITEM, isDone };
    if (isDone) return;
  }
}

/** About: an order of one item is filed under six texts and one row, with an entry of an index. */
const WRITES_PER_ITEM = 8;
