import type { Key, Row } from '../../../storage/table.ts';

/** The last posted day of a company. */
export interface PostingPointerRow extends Row {
  type: 'posting-pointer';
  /** `YYYY-MM-DD` */
  through: string;
  /** Number of the last voucher in the year of `through`. */
  last: number;
  /** Time zone in which the day `through` ended. */
  zone: string;
  /** The earliest day to which an entry was added days later, since the last closing. */
  lateFrom?: string;
}

export const postingsPartition = (company: string): string => `POSTINGS#${company}`;

export const pointerKey = (company: string): Key => ({ pk: postingsPartition(company), sk: 'pointer' });

/** Number of previous days that the closing of a day reads for late entries. Earlier late days are marked instead. */
export const LOOKBACK_DAYS = 2;
