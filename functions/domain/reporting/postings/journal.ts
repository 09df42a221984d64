import { ApiError, invalid } from '../../../platform/errors.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { updateRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { Accounts } from '../../company/settings/accounts-schema.ts';
import { ownLanguage } from '../../storefront/order-page/languages.ts';
import { parseRange } from '../reports/range.ts';
import { closePostings, hasVoucher } from './close.ts';
import { postedDaysBetween, postingsPage, type PostingPosition, type PostedDay } from './days.ts';
import { POSTING_TEXTS } from './texts.ts';
import { nameOfLine, postedDayKey, type Posting } from './rows.ts';

/** A line of a journal entry; one of `debit` and `credit` is 0. Smallest currency unit. */
export interface JournalLine {
  account: string;
  text: string;
  debit: number;
  credit: number;
  vat_rate: number | null;
  reference: string;
}

export interface JournalEntry {
  /** `YYYY-MM-DD` */
  date: string;
  /** Gapless per company and year. */
  voucher: number;
  lines: JournalLine[];
}

/** Account number of a role such as `liability` or `revenue 25`. */
const accountOf = (accounts: Accounts | undefined, name: string): string | undefined => {
  const [role = '', rate] = name.split(' ');
  if (role !== 'revenue' && role !== 'vat') return accounts?.[role as Exclude<keyof Accounts, 'revenue' | 'vat'>];
  return accounts?.[role].find(({ vat_rate: vatRate }) => String(vatRate) === rate)?.account;
};

const accountsMissing = (missing: readonly string[]): ApiError =>
  new ApiError(
    422,
    'accounts_missing',
    `The journal needs account numbers that the company does not have: ${missing.join(', ')}.`,
    { fields: Object.fromEntries(missing.map((name) => [`accounts.${name}`, ['This account number is missing.']])) },
  );

/** The first read of a closed day for which no account is missing fixes its accounts and language. */
const fixDay = async ({ slug, accounts, language }: CompanyRow, { day }: PostedDay): Promise<void> => {
  const change = rowUpdate({
    key: postedDayKey(slug, day),
    set: { accounts, language: ownLanguage(language) },
    if: { expression: 'attribute_not_exists(accounts)' },
  });
  await unlessRefused(updateRow(change));
};

const accountsFor = ({ row }: PostedDay, { accounts }: CompanyRow): Accounts | undefined => row?.accounts ?? accounts;

const presentPosting = (company: CompanyRow, of: PostedDay, voucher: number, posting: Posting): JournalEntry => {
  const accounts = accountsFor(of, company);
  const texts = POSTING_TEXTS[ownLanguage(of.row?.language ?? company.language)];
  return {
    date: of.day,
    voucher,
    lines: posting.lines.map((line) => ({
      account: accountOf(accounts, nameOfLine(line)) ?? '',
      text: texts[posting.event],
      debit: Math.max(0, line[1]),
      credit: Math.max(0, -line[1]),
      vat_rate: line[2] ?? null,
      reference: posting.reference,
    })),
  };
};

interface JournalRange {
  /** `YYYY-MM-DD`, inclusive. */
  from: string;
  to: string;
  limit: number;
  after?: PostingPosition | undefined;
}

interface JournalPart {
  entries: JournalEntry[];
  /** Role of each account number, such as `vat 25`. A number with several roles has the first of them. */
  roles: ReadonlyMap<string, string>;
  next: PostingPosition | undefined;
}

const rolesOf = (days: readonly PostedDay[], company: CompanyRow): Map<string, string> => {
  const pairs = days.flatMap((day) =>
    day.roles.map((name): [string, string] => [accountOf(accountsFor(day, company), name) ?? '', name]),
  );
  return new Map(pairs.toReversed());
};

/**
 * Balanced entries of a range of days, oldest first, with the position of the remaining entries. Closes the days that
 * can be closed first. Closed days never change; yesterday and today may (lib/reference/reports.md#journal). Throws 422
 * `accounts_missing` with the account numbers that entries of the range need and the company lacks.
 */
export const readJournal = async (
  company: CompanyRow,
  { from, to, limit, after }: JournalRange,
): Promise<JournalPart> => {
  await closePostings({ company: company.slug, zone: company.time_zone });
  const days = await postedDaysBetween(company, { from, to });
  const missing = days.flatMap((day) =>
    day.roles.filter((name) => accountOf(accountsFor(day, company), name) === undefined),
  );
  if (missing.length > 0) throw accountsMissing([...new Set(missing)].toSorted());
  const unfixed = days.filter(({ row }) => row && !row.accounts);
  await Promise.all(unfixed.map((day) => fixDay(company, day)));
  const { found, next } = await postingsPage(days, { limit, after, isSelected: hasVoucher });
  return {
    entries: found.map(({ day, posting, at }) => presentPosting(company, day, day.first + at, posting)),
    roles: rolesOf(days, company),
    next,
  };
};

const FORMATS = ['sie', 'economic'] as const;
const DAYS_MAX = 31;

export interface JournalQuery {
  from: string;
  to: string;
  format?: (typeof FORMATS)[number];
}

/** The days and the format of a journal. Throws 422 on an invalid parameter. */
export const journalRange = (query: {
  from?: string | undefined;
  to?: string | undefined;
  format?: string | undefined;
}): JournalQuery => {
  const { from, to } = parseRange(
    { from: query.from, to: query.to, interval: undefined, group: undefined },
    { intervals: ['day'], groups: [], maximum: DAYS_MAX },
  );
  if (query.format === undefined) return { from, to };
  const format = FORMATS.find((each) => each === query.format);
  if (!format) throw invalid('format', `This must be one of ${FORMATS.join(', ')}.`);
  return { from, to, format };
};
