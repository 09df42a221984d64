import { listPartition } from '../../../storage/sharded-lists.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { Condition, Key, Row } from '../../../storage/table.ts';
import type { Figures } from './figures.ts';

/** Figures of an entry for one product. */
export interface EntryPart {
  family: string;
  product: string;
  /** Absent in entries of orders. */
  itemType?: string;
  vat?: string;
  figures: Figures;
}

/** Value by currency, type of item and month of expiry: `DKK#GIFTCARD#2029-11`. */
export type OutstandingKey = string;

/** Change in the claimable value, and in value that awaits payment. Smallest currency unit. */
export type OutstandingChange = readonly [spendable: number, awaiting: number];

/**
 * One change to an item's value, or one movement of an order's money. Derived only from the changed row, so writing it
 * is idempotent.
 */
export interface BookEntryRow extends Row {
  type: 'book-entry';
  company: string;
  /** Code of the item; absent in entries of orders, which have their id in the position. */
  code?: string;
  atMs: number;
  /** 1 for the payment of an order. */
  orders?: 1;
  channel: string;
  parts: readonly EntryPart[];
  outstanding?: readonly (readonly [OutstandingKey, ...OutstandingChange])[];
  /** A recount has written the entry because it was missing; its change is not counted yet. */
  uncounted?: true;
}

/** Condition for writing an entry whose change is to be counted: it has not been counted before. */
export const NOT_COUNTED: Condition = {
  expression: 'attribute_not_exists(pk) OR uncounted = :true',
  values: { ':true': true },
};

/**
 * Whether an entry belongs to exactly one version of its item. The last part of its position is then the number of a
 * ledger entry.
 */
export const isOfOneVersion = ({ code, sk }: BookEntryRow): boolean => code !== undefined && /#\d+$/.test(sk);

/** Position of an entry in its company's book. */
export const entryPosition = (atMs: number, subject: string, place: string): string =>
  `${sortable(atMs)}#${subject}#${place}`;

const bookPartition = (company: string): string => `BOOK#${company}`;

/** All entries of a company by position. Those of an on-sale are in shards. */
export const bookEntries = (company: string) => ({ partition: bookPartition(company), shards: company }) as const;

/** Key of an entry; `onSale`: from an on-sale. */
export const entryKey = (company: string, position: string, onSale: boolean | undefined): Key => ({
  pk: listPartition(bookPartition(company), position, onSale),
  sk: position,
});

/** Positions between two times, both inclusive. */
export const positionsBetween = (fromMs: number, untilMs: number) => ({
  from: sortable(fromMs),
  to: `${sortable(untilMs)}#~`,
});

/** Sums of a day by group: `` all, `f:` family, `p:` product, `c:` channel, `t:` type of item, `v:` VAT treatment. */
export type Sums = Record<string, Figures>;

/**
 * The sums of a day's entries, up to a position. `generation` prevents concurrent folds of one day, and increases with
 * each late entry, too.
 */
export interface BookDayRow extends Row {
  type: 'book-day';
  generation: number;
  /** The time zone of the day. */
  zone?: string;
  /** Position up to which a fold reads or has read. */
  announced: string;
  /** Position up to which the sums include entries; absent before the first fold. */
  through?: string;
  /** The day is over, and all its entries are in the sums. */
  isClosed?: boolean;
  sums?: Sums;
  outstanding?: Record<OutstandingKey, OutstandingChange>;
}

/** Sums of the same fold by product. */
export interface BookProductsRow extends Row {
  type: 'book-products';
  sums: Sums;
}

/** Sums of all entries up to the end of a month. */
export interface BookClosingRow extends Row {
  type: 'book-closing';
  zone: string;
  /** Outstanding value by group: `` all, `t:` type of item, `v:` VAT treatment. */
  nets: Record<string, number>;
  outstanding: Record<OutstandingKey, OutstandingChange>;
}

/** An unfinished recount of a company's entries. */
export interface BookRecountRow extends Row {
  type: 'book-recount';
  startedAtMs: number;
  /** Where the recount continues: the list, and the last position that was read. */
  list: 'items' | 'orders' | 'entries';
  after: string;
  /** Entries written and removed until now. */
  written: number;
  removed: number;
}

const daysPartition = (company: string): string => `BOOKDAYS#${company}`;

export const dayKey = (company: string, day: string): Key => ({ pk: daysPartition(company), sk: `day#${day}` });
export const productsKey = (company: string, day: string): Key => ({
  pk: daysPartition(company),
  sk: `products#${day}`,
});
export const closingKey = (company: string, month: string): Key => ({
  pk: daysPartition(company),
  sk: `closing#${month}`,
});
export const recountKey = (company: string): Key => ({ pk: daysPartition(company), sk: 'recount' });

export const dayOfKey = ({ sk }: Key): string => sk.slice(sk.indexOf('#') + 1);

/** Rows of the days of a range, both ends included. */
export const bookDayRange = (company: string, kind: 'day' | 'products', from: string, to: string) =>
  ({ partition: daysPartition(company), from: `${kind}#${from}`, to: `${kind}#${to}` }) as const;

/** Closings up to a month, newest first. */
export const closingsBefore = (company: string, month: string) =>
  ({
    partition: daysPartition(company),
    from: 'closing#',
    to: `closing#${month}`,
    descending: true,
  }) as const;

export const closingsFrom = (company: string, month: string) =>
  ({ partition: daysPartition(company), from: `closing#${month}`, to: 'closing#~' }) as const;
