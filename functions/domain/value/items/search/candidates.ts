import { chunksOf } from '../../../../platform/chunks.ts';
import { getRow, getRows, queryPage, type Key, type Row } from '../../../../storage/table.ts';
import { itemKey, itemsOfOrderId, type ItemRow } from '../rows.ts';
import { itemIdKey, type ItemIdRow } from './index-search.ts';
import { sequenceText } from '../ledger/indexes.ts';
import { shownAt } from './search-terms.ts';
import { parsePlace, type IndexRange } from './search-texts.ts';

/** A position in a list. */
export interface Position {
  /** Number of the search range; 0 in the list of an order. */
  form: number;
  /** Sort key of the search row; empty in the list of an order. */
  place: string;
  /** Sequence of the item in its order. */
  sequence: number;
}

/** A possible entry of a list, before its item is read. */
export interface Candidate {
  key: Key;
  position: Position;
}

/** Candidates in batches, so that each batch is one read. */
export type Candidates = AsyncGenerator<Candidate[], void, undefined>;

/** Starts reading the first batch, for a caller that reads other things concurrently. */
export const prefetchCandidates = (candidates: Candidates): Candidates => {
  const first = candidates.next();
  first.catch(() => undefined);
  return continueFrom(first, candidates);
};

async function* continueFrom(first: Promise<IteratorResult<Candidate[], void>>, remaining: Candidates): Candidates {
  const { value, done } = await first;
  if (done === true || !value) return;
  yield value;
  yield* remaining;
}

/** Maximum number of items in one read. */
export const BATCH = 90;
/** Number of search rows in the first read, and in later ones. Each row may represent an order with many items. */
const FIRST_ROWS = 30;
const ROWS = 100;

const sequenceOf = (indexKey: Record<string, unknown>): number => Number(String(indexKey['ix2sk']).slice(0, 6));

/** Items of one order in their sequence, after a position, in batches. */
export async function* candidatesOfOrder(
  company: string,
  orderId: string,
  after?: Position,
  limit: number = BATCH,
): Candidates {
  const range = itemsOfOrderId(company, orderId);
  let from = after === undefined ? '' : sequenceText(after.sequence + 1);
  for (;;) {
    const page = await queryPage<Key & Record<string, unknown>>({ ...range, from, to: '~', limit });
    const batch = page.rows.map((row) => ({
      key: { pk: row.pk, sk: row.sk },
      position: { form: 0, place: '', sequence: sequenceOf(row) },
    }));
    if (batch.length > 0) yield batch;
    const last = batch.at(-1);
    if (!page.lastKey || !last) return;
    from = sequenceText(last.position.sequence + 1);
  }
}

/** The item with an id. */
export async function* candidatesOfId(company: string, id: string): Candidates {
  const row = await getRow<ItemIdRow>(itemIdKey(company, id));
  if (row) yield [{ key: itemKey(company, row.code), position: { form: 0, place: '', sequence: 0 } }];
}

/** Sorts after every key that begins with the same prefix. */
const BEYOND = '\u{10ffff}';

/** Items indexed under the search text, range by range, row by row, after a position. */
export async function* candidatesOfSearch(
  company: string,
  ranges: readonly IndexRange[],
  after?: Position,
): Candidates {
  // The ranges are read concurrently: usually only one has matches.
  const started = ranges.map((range, at) => (after && at < after.form ? undefined : firstIndexPage(range, at, after)));
  // A range that is no longer needed must not leave an unhandled rejection.
  for (const page of started) page?.catch(() => undefined);
  for (const [at, range] of ranges.entries()) {
    let page = await started[at];
    const resumed = after?.form === at ? after : undefined;
    while (page) {
      const expanded = await Promise.all(page.places.map((place) => expand(company, at, place, resumed)));
      yield* chunksOf(expanded.flat(), BATCH);
      page = page.next === undefined ? undefined : await indexPageFrom(range, page.next);
    }
  }
}

interface IndexPage {
  places: string[];
  /** Position of the next read; undefined at the end. */
  next: string | undefined;
}

const firstIndexPage = (range: IndexRange, at: number, after?: Position): Promise<IndexPage> =>
  indexPageFrom(range, after?.form === at ? after.place : range.prefix, FIRST_ROWS);

const indexPageFrom = async (range: IndexRange, from: string, limit = ROWS): Promise<IndexPage> => {
  const { index, partition, prefix } = range;
  const page = await queryPage<Row>({ partition, from, to: prefix + BEYOND, limit, ...(index ? { index } : {}) });
  const places = page.rows.map(({ sk, ix1sk = '' }) => (index ? ix1sk : sk));
  const last = places.at(-1);
  return { places, next: page.lastKey && last !== undefined ? `${last}\u0000` : undefined };
};

const expand = async (company: string, form: number, place: string, after?: Position): Promise<Candidate[]> => {
  const { orderId, code } = parsePlace(place);
  const isResumed = after?.place === place;
  if (code !== undefined) {
    return isResumed ? [] : [{ key: itemKey(company, code), position: { form, place, sequence: 0 } }];
  }
  const candidates: Candidate[] = [];
  for await (const batch of candidatesOfOrder(company, orderId, isResumed ? after : undefined)) {
    candidates.push(
      ...batch.map(({ key, position }) => ({ key, position: { form, place, sequence: position.sequence } })),
    );
  }
  return candidates;
};

/** An item in a list, and its position. */
export interface ListedItem {
  item: ItemRow;
  position: Position;
}

export const readCandidates = async (batch: readonly Candidate[]): Promise<ListedItem[]> => {
  const rows = await getRows(batch.map(({ key }) => key));
  return batch.flatMap(({ key, position }) => {
    const item = rows.get<ItemRow>(key);
    return item ? [{ item, position }] : [];
  });
};

/** Matching items of a search. An item with several positions is included at one of them only. */
export const shownOf = async (batch: readonly Candidate[], ranges: readonly IndexRange[]): Promise<ListedItem[]> => {
  const listed = await readCandidates(batch);
  return listed.filter(({ item, position }) => {
    const shown = shownAt(item, ranges);
    return shown?.form === position.form && shown.place === position.place;
  });
};
