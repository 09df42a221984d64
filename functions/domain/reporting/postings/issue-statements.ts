import { nowMs } from '../../../platform/clock.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { ABSENT, getRow, queryPage } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { lastDayOf, monthBefore, nextMonth } from '../book/days.ts';
import { findPostingPointer } from './close.ts';
import { dayOfPosted, postedDays, type PostedDayRow } from './rows.ts';
import { findStatementRow, statementFiguresOf, statementOf } from './statement.ts';
import { statementKey, statementPointerKey, type StatementPointerRow, type StatementRow } from './statement-rows.ts';

/**
 * Issues the statements of months whose days are all posted: on the second of the next month at the earliest.
 * Concurrent runs issue each statement only once: the second run finds that the pointer has moved, and stops.
 */
export const issueStatements = async (company: CompanyRow): Promise<void> => {
  const { slug } = company;
  const posted = await findPostingPointer(slug);
  if (!posted) return;
  let pointer = await getRow<StatementPointerRow>(statementPointerKey(slug), { consistent: true });
  let month = pointer ? nextMonth(pointer.month) : await firstMonth(slug);
  while (month !== undefined && lastDayOf(month) <= posted.through) {
    const next = await issue(company, month, pointer);
    if (!next) return;
    pointer = next;
    month = nextMonth(month);
  }
};

const firstMonth = async (company: string): Promise<string | undefined> => {
  const { rows } = await queryPage<PostedDayRow>({ ...postedDays(company, '0', '9'), limit: 1, consistent: true });
  return rows[0] && dayOfPosted(rows[0]).slice(0, 7);
};

const issue = async (
  company: CompanyRow,
  month: string,
  pointer: StatementPointerRow | undefined,
): Promise<StatementPointerRow | undefined> => {
  const { slug } = company;
  const previous = await findStatementRow(slug, monthBefore(month));
  const carried = Math.min(0, previous?.figures.net ?? 0);
  const number = (pointer?.number ?? 0) + 1;
  const row: StatementRow = {
    ...statementKey(slug, month),
    type: 'statement',
    v: 1,
    company: slug,
    number,
    issuedAtMs: nowMs(),
    figures: statementOf(await statementFiguresOf(company, month), company, carried),
  };
  const next: StatementPointerRow = { ...statementPointerKey(slug), type: 'statement-pointer', v: 1, month, number };
  const condition = pointer ? membersAre({ number: pointer.number }) : ABSENT;
  const writes = [
    { put: row, condition: ABSENT },
    { put: next, condition },
  ];
  return (await unlessRefused(transact(writes))) ? next : undefined;
};
