import { updateRow, type Key, type Row } from '../../../storage/table.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';

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

/** Closing a day reads the days before it for late entries, this many of them. Entries of earlier days are marked. */
export const LOOKBACK_DAYS = 2;

/**
 * Records that entries of a day were written days later, as after an outage of the stream or by a recount, so that the
 * next closing posts them. Also marks a day that is not closed yet, because a run may be closing it at this time.
 */
export const markLate = async (company: string, day: string): Promise<void> => {
  const isNew = {
    expression: 'attribute_exists(pk) AND (attribute_not_exists(lateFrom) OR lateFrom > :day)',
    values: { ':day': day },
  };
  await unlessRefused(updateRow(rowUpdate({ key: pointerKey(company), set: { lateFrom: day }, if: isNew })));
};
