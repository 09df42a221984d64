import { queryPage, type Key } from '../../storage/table.ts';
import { itemKey, itemsOfOrderId, sequenceText, type ItemRow } from './rows.ts';
import { codeContains, placePrefix, readPlace, searchPartition, shownAt, type SearchForm } from './search-terms.ts';

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

/** Reads the first batch at once, for a caller that has other things to ask meanwhile. */
export const begun = (candidates: Candidates): Candidates => {
  const first = candidates.next();
  first.catch(() => undefined);
  return goOn(first, candidates);
};

async function* goOn(first: Promise<IteratorResult<Candidate[], void>>, rest: Candidates): Candidates {
  const { value, done } = await first;
  if (done === true || !value) return;
  yield value;
  yield* rest;
}

/** Items read at once at most; a page that few pass stops after as many. */
export const BATCH = 90;
/** Search rows read at once, first and then: each may stand for an order of many items. */
const FIRST_PLACES = 30;
const PLACES = 100;

const sequenceOf = (indexKey: Record<string, unknown>): number => Number(String(indexKey['ix2sk']).slice(0, 6));

/** Items of one order in their sequence, after a position, so many at once. */
export async function* candidatesOfOrder(
  company: string,
  orderId: string,
  after?: Position,
  atOnce: number = BATCH,
): Candidates {
  const range = itemsOfOrderId(company, orderId);
  let from = after === undefined ? '' : sequenceText(after.sequence + 1);
  for (;;) {
    const page = await queryPage<Key & Record<string, unknown>>({ ...range, from, to: '~', limit: atOnce });
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

/** Items filed under what is sought, form by form, row by row, after a position. */
export async function* candidatesOfSearch(company: string, forms: readonly SearchForm[], after?: Position): Candidates {
  // The forms are asked side by side: all but one of them find nothing as a rule.
  const started = forms.map((form, at) =>
    after && at < after.form ? undefined : firstPlaces(company, form, at, after),
  );
  // A form that is not reached any more must not leave a rejection behind.
  for (const page of started) page?.catch(() => undefined);
  for (const [at, form] of forms.entries()) {
    let page = await started[at];
    const resumed = after?.form === at ? after : undefined;
    while (page) {
      const wanted = page.places.filter((place) => isWanted(place, form));
      const expanded = await Promise.all(wanted.map((place) => expand(company, at, place, resumed)));
      yield* inBatches(expanded.flat());
      page = page.next === undefined ? undefined : await placesFrom(company, form, page.next);
    }
  }
}

interface Places {
  places: string[];
  /** Where to read on; undefined at the end. */
  next: string | undefined;
}

const firstPlaces = (company: string, form: SearchForm, at: number, after?: Position): Promise<Places> =>
  placesFrom(company, form, after?.form === at ? after.place : placePrefix(form), FIRST_PLACES);

const placesFrom = async (company: string, form: SearchForm, from: string, limit = PLACES): Promise<Places> => {
  const partition = searchPartition(company, form);
  const page = await queryPage<Key>({ partition, from, to: placePrefix(form) + BEYOND, limit });
  const places = page.rows.map(({ sk }) => sk);
  const last = places.at(-1);
  return { places, next: page.lastKey && last !== undefined ? `${last}\u0000` : undefined };
};

/** A row of a code that was looked for from its second or third character on may lack the first. */
const isWanted = (place: string, form: SearchForm): boolean =>
  form.kind === 'text' || codeContains(readPlace(place).code ?? '', form);

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
export const isShownHere = (item: ItemRow, forms: readonly SearchForm[], position: Position): boolean => {
  const shown = shownAt(item, forms);
  return shown !== undefined && shown.form === position.form && shown.place === position.place;
};
