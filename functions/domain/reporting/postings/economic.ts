import { csvOf } from '../../../platform/csv.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { JournalEntry } from './journal.ts';

const HEAD = ['Dato', 'Bilagsnr.', 'Konto', 'Tekst', 'Beløb', 'Valuta'];

/** `2026-11-03` as `03-11-2026`. */
const danishDate = (date: string): string => date.split('-').toReversed().join('-');

/**
 * Entries in the format of e-conomic's cash book import: semicolons, a decimal comma, and one line for each account.
 * Debits are positive.
 */
export const economicOf = (entries: readonly JournalEntry[], currency: string): string =>
  csvOf(
    [
      HEAD,
      ...entries.flatMap(({ date, voucher, lines }) =>
        lines.map(({ account, text, debit, credit, reference }) => [
          danishDate(date),
          voucher,
          account,
          `${text} ${reference}`,
          decimalFromMinor(debit - credit, currency),
          currency,
        ]),
      ),
    ],
    'da',
  );
