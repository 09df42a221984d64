import type { Key, Row } from '../../../storage/table.ts';
import type { ACCOUNT_NAMES, Accounts } from '../../company/settings/accounts-schema.ts';
import type { Figures } from '../book/figures.ts';
import { postingsPartition } from '../book/posting-pointer.ts';

/** Account of an amount; revenue and VAT also have a rate in percent. */
export type Role = (typeof ACCOUNT_NAMES)[number] | 'revenue' | 'vat';

/** An amount on an account: positive is debit, negative credit. Smallest currency unit. */
export type PostingLine = readonly [role: Role, minor: number, rate?: number];

/** Name of a line's account, such as `liability` or `revenue 25`. */
export const nameOfLine = ([role, , rate]: PostingLine): string => (rate === undefined ? role : `${role} ${rate}`);

export const POSTED_ORDER_EVENTS = [
  'captured',
  'settled',
  'refunded',
  'refund_failed',
  'dispute_lost',
  'dispute_won',
] as const;
export type OrderEventName = (typeof POSTED_ORDER_EVENTS)[number];

const POSTED_ITEM_EVENTS = [
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
export type PostingEvent = OrderEventName | (typeof POSTED_ITEM_EVENTS)[number];

/** An order's event in a statement. Smallest currency unit. */
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

/** A posted book entry. Its lines add up to 0; without lines it has no voucher. */
export interface Posting {
  /** Position of the entry in the book. */
  at: string;
  event: PostingEvent;
  reference: string;
  lines: readonly PostingLine[];
  /** Amounts of an order; absent in postings of items. */
  money?: OrderMoney;
}

/** A day whose postings are final. */
export interface PostedDayRow extends Row {
  type: 'posted-day';
  /** Id of the rows with the postings of the day. */
  attempt: string;
  chunks: number;
  /** Number of the first voucher of the day in its year, and the number of vouchers. */
  first: number;
  vouchers: number;
  /** Number of postings of orders, and the sums of their figures. */
  orders: number;
  figures: Figures;
  /** Accounts of the vouchers of the day, such as `liability` or `revenue 25`. */
  roles: readonly string[];
  /** Accounts and language at the first complete read of the day. */
  accounts?: Accounts;
  language?: string;
}

export interface PostingsRow extends Row {
  type: 'postings';
  postings: readonly Posting[];
}

export const postedDayKey = (company: string, day: string): Key => ({
  pk: postingsPartition(company),
  sk: `day#${day}`,
});
export const postingsKey = (
  company: string,
  day: string,
  { attempt, chunk }: { attempt: string; chunk: number },
): Key => ({
  pk: postingsPartition(company),
  sk: `postings#${day}#${attempt}#${String(chunk).padStart(4, '0')}`,
});

export const postedDays = (company: string, from: string, to: string) =>
  ({ partition: postingsPartition(company), from: `day#${from}`, to: `day#${to}` }) as const;

export const dayOfPosted = ({ sk }: Key): string => sk.slice('day#'.length);
