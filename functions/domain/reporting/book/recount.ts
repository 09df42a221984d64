import { nowMs } from '../../../platform/clock.ts';
import { localDate } from '../../../platform/zones.ts';
import { deleteRows } from '../../../storage/put-rows.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import {
  deleteRow,
  getRows,
  PRESENT,
  putRow,
  queryAll,
  queryPage,
  type Key,
  type Row,
} from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { ordersOf } from '../../checkout/orders/rows.ts';
import { itemsOf, type ItemRow, type LedgerRow } from '../../value/items/rows.ts';
import { closeDays } from './close.ts';
import { reopenDay } from './fold.ts';
import { entriesOfItem, isMove } from './item-entries.ts';
import { orderBookEntries } from './order-entries.ts';
import { entriesOfSubject, bookIdentity } from './check.ts';
import { markLate } from './mark-late.ts';
import { findRecount } from './recount-state.ts';
import {
  bookEntries,
  dayOfKey,
  bookDayRange,
  NOT_COUNTED,
  recountKey,
  type BookDayRow,
  type BookEntryRow,
  type BookRecountRow,
} from './rows.ts';

const ROWS_PER_READ = 50;

interface RecountOptions {
  /** Milliseconds to wait after every 50 rows, so that sales are not slowed down. */
  pauseMs: number;
  /** Called after every 50 rows with the progress. */
  onProgress?: (recount: BookRecountRow) => void;
}

/**
 * Derives every entry of a company from its items, ledgers and orders again, removes entries without a source, and
 * folds all days again. The next call continues an interrupted recount. Until the recount has finished, reports mention
 * it.
 */
export const recountBook = async (company: string, zone: string, options: RecountOptions): Promise<BookRecountRow> => {
  let recount = (await findRecount(company)) ?? {
    ...recountKey(company),
    type: 'book-recount',
    v: 1,
    startedAtMs: nowMs(),
    list: 'items',
    after: '',
    written: 0,
    removed: 0,
  };
  await putRow(recount);
  for (const list of ['items', 'orders', 'entries'] as const) {
    if (recount.list !== list) continue;
    recount = await walk(recount, { company, zone, options });
    if (list !== 'entries') recount = { ...recount, list: list === 'items' ? 'orders' : 'entries', after: '' };
    await putRow(recount);
  }
  for (const row of await queryAll<BookDayRow>(bookDayRange(company, 'day', '', '~'))) {
    await reopenDay({ company, day: dayOfKey(row) }, '');
  }
  await closeDays(company, zone);
  await deleteRow(recountKey(company));
  return recount;
};

interface Walk {
  company: string;
  zone: string;
  options: RecountOptions;
}

/** Processes the rest of a list, in order of position. */
const walk = async (recount: BookRecountRow, { company, zone, options }: Walk): Promise<BookRecountRow> => {
  let state = recount;
  for (;;) {
    const from = `${state.after}\u0000`;
    const query = {
      items: { ...itemsOf(company), from, to: '~' },
      orders: { ...ordersOf(company), from, to: '~' },
      entries: { ...bookEntries(company), from, to: '~', consistent: true },
    }[state.list];
    const { rows } = await queryPage<Row>({ ...query, limit: ROWS_PER_READ });
    const last = rows.at(-1);
    if (!last) return state;
    const change =
      state.list === 'entries'
        ? { removed: state.removed + (await removeUnknown(rows, company, zone)) }
        : { written: state.written + (await writeMissing(rows, state.list, zone)) };
    state = { ...state, ...change, after: (state.list === 'entries' ? last.sk : last.ix1sk) ?? '~' };
    await putRow(state);
    options.onProgress?.(state);
    await new Promise((resolve) => setTimeout(resolve, options.pauseMs));
  }
};

const writeMissing = async (keys: readonly Key[], list: 'items' | 'orders', zone: string): Promise<number> => {
  const expected: BookEntryRow[] = [];
  if (list === 'orders') {
    const rows = await getRows(keys, { consistent: true });
    for (const key of keys) {
      const raw = rows.get(key);
      if (raw) expected.push(...orderBookEntries(shownOrder(raw)));
    }
  } else {
    for (const { pk } of keys) {
      const rows = await queryAll<Row>({ partition: pk, consistent: true });
      const item = rows.find((row): row is ItemRow => row.type === 'item');
      const ledger = rows.filter((row): row is LedgerRow => row.type === 'ledger');
      if (item) expected.push(...entriesOfItem(item, ledger, zone));
    }
  }
  const stored = await getRows(expected, { consistent: true });
  let written = 0;
  for (const entry of expected) {
    const row = stored.get<BookEntryRow>(entry);
    const isRight = row !== undefined && bookIdentity(row) === bookIdentity(entry);
    if (!isRight && (await writeEntry(entry, row))) written += 1;
    // An interrupted recount may have written the entry without marking its day.
    if (!row || row.uncounted) await markLate(entry.company, localDate(entry.atMs, zone));
  }
  return written;
};

/**
 * Writes an entry; the stream then counts its change. Returns false if the stream has written the entry in the
 * meantime.
 */
const writeEntry = async (entry: BookEntryRow, existing: BookEntryRow | undefined): Promise<boolean> => {
  const isUncounted = !existing || existing.uncounted === true;
  const row: BookEntryRow = isUncounted ? { ...entry, uncounted: true } : entry;
  return unlessRefused(putRow(row, isUncounted ? NOT_COUNTED : PRESENT));
};

/**
 * Removes entries without a source. An entry is read before its item or order, so the source of a new entry is not
 * missed.
 */
const removeUnknown = async (rows: readonly Row[], company: string, zone: string): Promise<number> => {
  const unknown: BookEntryRow[] = [];
  for (const row of rows) {
    const entry = rowOfType<BookEntryRow>('book-entry', row);
    if (isMove(entry)) continue;
    const known = await entriesOfSubject(company, zone, entry);
    if (!known.some((each) => bookIdentity(each) === bookIdentity(entry))) unknown.push(entry);
  }
  await deleteRows(unknown);
  return unknown.length;
};
