import { queryPage, type Key } from '../../storage/table.ts';
import { itemKey, itemsOfOrderId, sequenceText, type ItemRow } from './items.ts';
import { placePrefix, readPlace, searchPartition, shownAt } from './search-terms.ts';

/** A place in a list: where to go on after an item. */
export interface Position {
  /** Form of the search text, by number; 0 in the list of an order. */
  form: number;
  /** Search row; empty in the list of an order. */
  place: string;
  /** Sequence of the item in its order. */
  sequence: number;
}

/** An item that may be part of a list, before it has been read. */
export interface Candidate {
  key: Key;
  position: Position;
}

/** Candidates come in batches, so that each batch is read at once. */
export type Candidates = AsyncGenerator<Candidate[], void, undefined>;

const BATCH = 100;

const sequenceOf = (indexKey: Record<string, unknown>): number => Number(String(indexKey['ix2sk']).slice(0, 6));

/** Items of one order in their sequence, after a position. */
export async function* candidatesOfOrder(company: string, orderId: string, after?: Position): Candidates {
  const range = itemsOfOrderId(company, orderId);
  let from = after === undefined ? '' : sequenceText(after.sequence + 1);
  for (;;) {
    const page = await queryPage<Key & Record<string, unknown>>({ ...range, from, to: '~', limit: BATCH });
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

/** Sorts after everything that begins with the prefix. */
const BEYOND = '\u{10ffff}';

/** Items filed under a text, form by form, row by row, after a position. */
export async function* candidatesOfSearch(company: string, forms: readonly string[], after?: Position): Candidates {
  for (const [form, text] of forms.entries()) {
    if (after && form < after.form) continue;
    const resumed = after?.form === form ? after : undefined;
    const prefix = placePrefix(text);
    const partition = searchPartition(company, text);
    let from = resumed?.place ?? prefix;
    for (;;) {
      const page = await queryPage<Key>({ partition, from, to: prefix + BEYOND, limit: BATCH });
      const rows = page.rows.map(({ sk }) => sk);
      const expanded = await Promise.all(rows.map((place) => expand(company, form, place, resumed)));
      yield* inBatches(expanded.flat());
      const last = rows.at(-1);
      if (!page.lastKey || last === undefined) break;
      from = `${last}\u0000`;
    }
  }
}

function* inBatches(candidates: readonly Candidate[]): Generator<Candidate[], void, undefined> {
  for (let at = 0; at < candidates.length; at += BATCH) yield candidates.slice(at, at + BATCH);
}

const expand = async (company: string, form: number, place: string, after?: Position): Promise<Candidate[]> => {
  const { orderId, code } = readPlace(place);
  const isResumed = after?.place === place;
  if (code !== undefined) {
    return isResumed ? [] : [{ key: itemKey(company, code), position: { form, place, sequence: 0 } }];
  }
  const found: Candidate[] = [];
  for await (const batch of candidatesOfOrder(company, orderId, isResumed ? after : undefined)) {
    found.push(...batch.map(({ key, position }) => ({ key, position: { form, place, sequence: position.sequence } })));
  }
  return found;
};

/** Whether this row is the one under which the item is shown. */
export const isShownHere = (item: ItemRow, forms: readonly string[], position: Position): boolean => {
  const shown = shownAt(item, forms);
  return shown !== undefined && shown.form === position.form && shown.place === position.place;
};
