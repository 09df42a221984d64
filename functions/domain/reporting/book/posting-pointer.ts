import { ConditionFailed, updateRow, type Key, type Row } from '../../../storage/table.ts';
import { rowUpdate } from '../../../storage/row-update.ts';

/** The last posted day of a company. */
export interface PostingPointerRow extends Row {
  type: 'posting-pointer';
  /** `YYYY-MM-DD` */
  through: string;
  /** Number of the last voucher in the year of `through`. */
  last: number;
  /** Time zone in which the day `through` ended. */
  zone: string;
  /** The earliest posted day to which an entry was added later. */
  lateFrom?: string;
}

export const postingsPartition = (company: string): string => `POSTINGS#${company}`;

export const pointerKey = (company: string): Key => ({ pk: postingsPartition(company), sk: 'pointer' });

/** Closing a day reads the days before it for late entries, this many of them. Entries of earlier days are marked. */
export const LOOKBACK_DAYS = 2;

/**
 * Records that entries of a posted day were written afterwards, as after an outage of the stream or by a recount, so
 * that they are posted with the next day that is closed.
 */
export const markLate = async (company: string, day: string): Promise<void> => {
  const isNew = {
    expression: 'through >= :day AND (attribute_not_exists(lateFrom) OR lateFrom > :day)',
    values: { ':day': day },
  };
  try {
    await updateRow(rowUpdate({ key: pointerKey(company), set: { lateFrom: day }, if: isNew }));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
