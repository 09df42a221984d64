import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { companyKey, type CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { dayBefore } from '../../../functions/domain/reporting/book/days.ts';
import type { Figures } from '../../../functions/domain/reporting/book/figures.ts';
import { itemEntries } from '../../../functions/domain/reporting/book/item-entries.ts';
import { recordEntries } from '../../../functions/domain/reporting/book/record.ts';
import { closePostings, findPostingPointer } from '../../../functions/domain/reporting/postings/close.ts';
import { registerForChecks } from '../../../functions/domain/reporting/reports/request-check.ts';
import { orderKey, ordersOf } from '../../../functions/domain/checkout/orders/rows.ts';
import { handler as runNightly } from '../../../functions/schedules/integrity-check.ts';
import { postedDaysBetween } from '../../../functions/domain/reporting/postings/days.ts';
import { issueStatements } from '../../../functions/domain/reporting/postings/issue-statements.ts';
import { pointerKey, type PostingPointerRow } from '../../../functions/domain/reporting/book/posting-pointer.ts';
import { postedDayKey, type PostedDayRow } from '../../../functions/domain/reporting/postings/rows.ts';
import { integrityKey } from '../../../functions/domain/reporting/reports/rows.ts';
import { statementFiguresOf } from '../../../functions/domain/reporting/postings/statement.ts';
import { statementKey } from '../../../functions/domain/reporting/postings/statement-rows.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { sortable } from '../../../functions/storage/sortable.ts';
import { getRow, putRow, type Key } from '../../../functions/storage/table.ts';
import { startTableInProcess, type TestTable } from '../../support/table.ts';
import { company } from '../operator-data/samples.ts';
import { itemFacts } from './items.ts';

const ZONE = 'Europe/Copenhagen';
const DAY = '2027-03-10';
const NOON = Date.parse(`${DAY}T11:00:00Z`);
const { send } = documents;

let table: TestTable;
let nowMs = NOON;
beforeAll(async () => {
  table = await startTableInProcess();
  vi.spyOn(clock, 'nowMs').mockImplementation(() => nowMs);
  await importOperatorData({ companies: ['months', 'read', 'broken', 'slow'].map((slug) => company(slug)) });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await table.stop();
});

const companyOf = async (slug: string): Promise<CompanyRow> => (await getRow<CompanyRow>(companyKey(slug)))!;

const putDay = async (slug: string, day: string, figures: Figures): Promise<void> => {
  const row: PostedDayRow = {
    ...postedDayKey(slug, day),
    type: 'posted-day',
    v: 1,
    attempt: 'a',
    chunks: 0,
    first: 1,
    vouchers: 0,
    orders: 1,
    figures,
    roles: [],
  };
  await putRow(row);
};

const putPointer = (slug: string, through: string): Promise<unknown> => {
  const row: PostingPointerRow = { ...pointerKey(slug), type: 'posting-pointer', v: 1, through, last: 0, zone: ZONE };
  return putRow(row);
};

const issueCard = async (slug: string): Promise<void> => {
  const facts = itemFacts({ company: slug, createdAtMs: NOON, validUntilMs: NOON + 1e10 });
  const { item, entry } = issueItem({ facts, status: 6, by: {}, requestId: 'r' });
  await putRow(item);
  await putRow(entry);
  await recordEntries(itemEntries(undefined, item, ZONE), new Map([[slug, ZONE]]));
};

/** Runs `read`; another process posts the day as soon as `read` has the position of the last posted one. */
const whilePosted = async <T>(slug: string, read: () => Promise<T>): Promise<T> => {
  documents.send = async (command) => {
    const answer = await send(command);
    const { Key } = command.input as { Key?: Key };
    if (Key?.pk !== pointerKey(slug).pk || Key.sk !== pointerKey(slug).sk) return answer;
    documents.send = send;
    await putDay(slug, DAY, { issued: 10_000 });
    await putPointer(slug, DAY);
    return answer;
  };
  return read().finally(() => {
    documents.send = send;
  });
};

test('statements include everything committed, even what an eventually consistent read misses', async () => {
  const slug = 'months';
  await putDay(slug, '2027-01-20', { refunded: 500 });
  await putDay(slug, '2027-01-31', { captured: 200 });
  await putDay(slug, '2027-02-28', { captured: 100 });
  await putPointer(slug, '2027-03-01');
  const owner = await companyOf(slug);
  documents.send = async (command) => {
    const { ConsistentRead } = command.input as { ConsistentRead?: boolean };
    const isRead = /^(Get|Query)/.test(command.constructor.name);
    return isRead && ConsistentRead !== true ? ({ Items: [] } as never) : send(command);
  };
  await issueStatements(owner).finally(() => {
    documents.send = send;
  });
  const issued = async (month: string) => getRow(statementKey(slug, month));
  expect(await issued('2027-01')).toMatchObject({ number: 1, figures: { captured: 200, net: -300 } });
  expect(await issued('2027-02')).toMatchObject({ number: 2, figures: { carriedForward: -300, net: -200 } });
});

test('a day that is posted during a read is counted once', async () => {
  const slug = 'read';
  await issueCard(slug);
  await putPointer(slug, dayBefore(DAY));
  nowMs = NOON + 3 * 86_400_000;
  const owner = await companyOf(slug);
  const days = async () =>
    (await postedDaysBetween(owner, { from: '2027-03-01', to: '2027-03-31' })).map(({ day }) => day);
  const issued = async () => (await statementFiguresOf(owner, '2027-03')).issued;
  expect(await whilePosted(slug, days)).toEqual([DAY]);
  expect(await days()).toEqual([DAY]);
  await putPointer(slug, dayBefore(DAY));
  expect(await whilePosted(slug, issued)).toBe(10_000);
  expect(await issued()).toBe(10_000);
});

test('days are posted although the check of a company fails, at least one in each run', async () => {
  nowMs = NOON;
  for (const slug of ['broken', 'slow']) await issueCard(slug);
  const order = { ...orderKey('broken', 'po_1'), type: 'order', v: 99 };
  await putRow({ ...order, ix1pk: ordersOf('broken').partition, ix1sk: sortable(NOON) });
  await registerForChecks('broken');
  nowMs = NOON + 4 * 86_400_000;
  await runNightly({ detail: { asked: true } });
  expect(await getRow(integrityKey('broken'))).toMatchObject({ checkedAtMs: null });
  expect(await findPostingPointer('broken')).toMatchObject({ through: '2027-03-12' });
  expect(await closePostings({ company: 'slow', zone: ZONE }, -1)).toBe(false);
  expect(await findPostingPointer('slow')).toMatchObject({ through: DAY });
});
