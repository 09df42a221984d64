import { beforeEach, expect, it } from 'vitest';
import { companyKey } from '../../../functions/domain/company/companies/rows.ts';
import {
  sendDueReminders,
  reminderRun,
  type DueReminder,
} from '../../../functions/domain/notifications/reminders/send-due.ts';
import { REMINDER_DAYS, reminderMs } from '../../../functions/domain/notifications/reminders/rules.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { PAID, type ItemFacts, type ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { shardsOf } from '../../../functions/storage/due.ts';
import { NOW } from '../../support/orders.ts';
import { sampleFacts } from '../items/sample.ts';
import { shopOf } from '../pricing/sample.ts';
import { mailTable } from './mail-table.ts';

const table = mailTable();
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
let shops = 0;
let company: string;
let end: number;

/** Each test has its own shop, and cards that expire half a year after those of the test before. */
beforeEach(async () => {
  company = `shop-${++shops}`;
  table.put({ ...shopOf({}).company, ...companyKey(company), slug: company });
  end = NOW + (200 + shops * 180) * DAY_MS;
  clock.nowMs = () => reminderMs(end, 60) - HOUR_MS;
  await run();
});

const put = (code: string, facts: Partial<ItemFacts> = {}, more: Partial<ItemRow> = {}): void => {
  const { item } = issueItem({
    facts: sampleFacts({ company, code, validUntilMs: end, createdAtMs: NOW, orderId: 'one', ...facts }),
    status: PAID,
    by: { system: 'test' },
    requestId: 'issue',
  });
  table.put({ ...item, ...more });
};

/** One run of the schedule. Returns the reminders of this test's shop that it sent. */
const run = async (isQueueDown = false): Promise<string[]> => {
  const sent: DueReminder[] = [];
  const all = reminderRun({
    isOver: () => false,
    send: async (reminders) => {
      if (isQueueDown && reminders.length > 0) throw new Error('The queue is unavailable');
      sent.push(...reminders);
    },
  });
  const walks = REMINDER_DAYS.flatMap((days) =>
    shardsOf('item-expiry').map((shard) => sendDueReminders(days, shard, all)),
  );
  const outcomes = await Promise.allSettled(walks);
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(isQueueDown);
  return sent.filter((each) => each.company === company).map(({ orderId, days }) => `${orderId} ${days}`);
};

const at = (atMs: number): void => {
  clock.nowMs = () => atMs;
};

it('reminders are found 60 and 14 days before expiry, once for all cards of an order that expire together', async () => {
  for (let card = 0; card < 20; card++) put(`CARD-${card}`);
  put('OTHER', { orderId: 'two' });
  put('LATER', { validUntilMs: end + 30 * DAY_MS });
  expect(await run()).toEqual([]);
  at(reminderMs(end, 60) + HOUR_MS);
  expect((await run()).toSorted()).toEqual(['one 60', 'two 60']);
  expect(await run()).toEqual([]);
  at(reminderMs(end, 14) + HOUR_MS);
  expect((await run()).toSorted()).toEqual(['one 14', 'one 60', 'two 14']);
});

it('reminders are found again by the next run when a run could not send them', async () => {
  for (let card = 0; card < 20; card++) put(`CARD-${card}`);
  at(reminderMs(end, 60) + HOUR_MS);
  expect(await run(true)).toEqual([]);
  expect(await run()).toEqual(['one 60']);
});

it('reminders are found by a run that is days late', async () => {
  put('CARD');
  at(reminderMs(end, 60) + 10 * DAY_MS);
  expect(await run()).toEqual(['one 60']);
});

it('reminders are found for a card that the index returns a few minutes late', async () => {
  at(reminderMs(end, 60) + 60_000);
  expect(await run()).toEqual([]);
  put('CARD', { createdAtMs: reminderMs(end, 60) - 1 });
  at(reminderMs(end, 60) + HOUR_MS);
  expect(await run()).toEqual(['one 60']);
});

it('reminders follow the new expiry of a card', async () => {
  put('CARD', {}, { validUntilMs: end });
  at(reminderMs(end, 60) + HOUR_MS);
  expect(await run()).toEqual(['one 60']);
  end += 90 * DAY_MS;
  put('CARD');
  at(reminderMs(end, 60) + HOUR_MS);
  expect(await run()).toEqual(['one 60']);
});

it.each([
  ['issued after the reminder was due', { createdAtMs: NOW + 10_000 * DAY_MS }, {}, {}],
  ['used up', {}, { remainingMinor: 0 }, {}],
  ['frozen', {}, { frozenBy: { system: 'test' } }, {}],
  ['blocked', {}, { blocked: { reason: 'Reported stolen', atMs: NOW } }, {}],
  ['a ticket', { itemType: 'TICKET' as const }, {}, {}],
  ['of a company without reminders', {}, {}, { reminders: false }],
  ['of a company that is closed', {}, {}, { active: false }],
])('no reminder is sent for a card that is %s', async (_, facts, more, settings) => {
  table.put({ ...shopOf({}).company, ...companyKey(company), slug: company, ...settings });
  put('CARD', facts, more as Partial<ItemRow>);
  at(reminderMs(end, 60) + HOUR_MS);
  expect(await run()).toEqual([]);
});
