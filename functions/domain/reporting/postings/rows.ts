import type { Key, Row } from '../../../storage/table.ts';
import type { ACCOUNT_NAMES, Accounts } from '../../company/settings/accounts-schema.ts';
import type { Figures } from '../book/figures.ts';

/** What an amount is booked on; revenue and VAT have a rate, per cent. */
export type Role = (typeof ACCOUNT_NAMES)[number] | 'revenue' | 'vat';

/** An amount on an account: above 0 debit, below 0 credit. Smallest unit. */
export type PostingLine = readonly [role: Role, minor: number, rate?: number];

/** `liability`, `revenue 25`. */
export const nameOfLine = ([role, , rate]: PostingLine): string => (rate === undefined ? role : `${role} ${rate}`);

export const ORDER_EVENTS = [
  'captured',
  'settled',
  'refunded',
  'refund_failed',
  'dispute_lost',
  'dispute_won',
] as const;
export type OrderEventName = (typeof ORDER_EVENTS)[number];

export const ITEM_EVENTS = [
  'issued',
  'redeemed',
  'redemption_refunded',
  'cancelled',
  'withdrawn',
  'reinstated',
  'adjusted',
  'added',
  'breakage',
  'breakage_returned',
] as const;
export type PostingEvent = OrderEventName | (typeof ITEM_EVENTS)[number];

/** What a statement shows of an order's event. Smallest unit. */
export interface OrderMoney {
  orderId: string;
  gross: number;
  discount: number;
  fees: number;
  shipping: number;
  giftCards: number;
  captured: number;
  settled: number;
  refunded: number;
  commission: number;
}

/** One entry of the book as it is posted. Its lines add up to 0; without lines it has no voucher. */
export interface Posting {
  /** Position of the entry in the book. */
  at: string;
  event: PostingEvent;
  reference: string;
  lines: readonly PostingLine[];
  /** Of orders. */
  money?: OrderMoney;
}

/** A posted day that never changes. */
export interface PostedDayRow extends Row {
  type: 'posted-day';
  /** Names the rows that hold its postings. */
  attempt: string;
  chunks: number;
  /** Number of its first voucher in its year, and how many it has. */
  first: number;
  vouchers: number;
  /** Postings of orders, and figures of these. */
  orders: number;
  figures: Figures;
  /** What its vouchers are booked on: `liability`, `revenue 25`. */
  roles: readonly string[];
  /** Accounts and language with which it was read completely the first time. */
  accounts?: Accounts;
  language?: string;
}

export interface PostingsRow extends Row {
  type: 'postings';
  postings: readonly Posting[];
}

/** How far the days of a company are posted. */
export interface PostingPointerRow extends Row {
  type: 'posting-pointer';
  /** `YYYY-MM-DD` */
  through: string;
  /** Number of the last voucher in the year of `through`. */
  last: number;
}

const partition = (company: string): string => `POSTINGS#${company}`;

export const pointerKey = (company: string): Key => ({ pk: partition(company), sk: 'pointer' });
export const postedDayKey = (company: string, day: string): Key => ({ pk: partition(company), sk: `day#${day}` });
export const postingsKey = (
  company: string,
  day: string,
  { attempt, chunk }: { attempt: string; chunk: number },
): Key => ({
  pk: partition(company),
  sk: `postings#${day}#${attempt}#${String(chunk).padStart(4, '0')}`,
});

export const postedDays = (company: string, from: string, to: string) =>
  ({ partition: partition(company), from: `day#${from}`, to: `day#${to}` }) as const;

export const dayOfPosted = ({ sk }: Key): string => sk.slice('day#'.length);
