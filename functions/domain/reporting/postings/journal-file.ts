import { catalog } from '../../../platform/messages/catalog.ts';
import { MAX_RESPONSE_BYTES } from '../../../platform/response-size.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { nowMs } from '../../../platform/clock.ts';
import { invalid } from '../../../platform/errors.ts';
import { localDate } from '../../../platform/zones.ts';
import { inCodePage437 } from './code-page-437.ts';
import { economicOf } from './economic.ts';
import { readJournal, type JournalQuery } from './journal.ts';
import { sieOf } from './sie.ts';

const TYPES = { sie: 'application/x-sie; charset=ibm437', economic: 'text/csv; charset=utf-8' } as const;
const ENDINGS = { sie: 'se', economic: 'csv' } as const;

/**
 * The journal as a file that bookkeeping programs import. It always contains the whole range. Throws 422 when it is too
 * large, and 422 `accounts_missing`.
 */
export const journalFile = async (
  company: CompanyRow,
  { from, to, format = 'sie' }: JournalQuery,
): Promise<{ headers: Record<string, string>; bytes: Buffer }> => {
  const { entries, roles } = await readJournal(company, { from, to, limit: Infinity });
  const madeOn = localDate(nowMs(), company.time_zone);
  const bytes = Buffer.from(
    format === 'sie'
      ? inCodePage437(sieOf({ company, entries, roles, from, to, madeOn }))
      : economicOf(entries, company.currency),
  );
  if (bytes.length > MAX_RESPONSE_BYTES) throw invalid('to', catalog('file_too_large'));
  return {
    headers: {
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="${company.slug}-journal-${from}-${to}.${ENDINGS[format]}"`,
      'X-Content-Type-Options': 'nosniff',
    },
    bytes,
  };
};
