import { beforeEach, expect, it } from 'vitest';
import { companyKey } from '../../../functions/domain/company/companies/rows.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { PAID, type ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { sendItemCancelledMail } from '../../../functions/domain/notifications/mail/item-cancelled-mail.ts';
import { sendReminder } from '../../../functions/domain/notifications/mail/reminder-mail.ts';
import { mailKey } from '../../../functions/domain/notifications/mail/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { anOrder, NOW } from '../../support/orders.ts';
import { sampleFacts } from '../items/sample.ts';
import { shopOf } from '../pricing/sample.ts';
import { mailTable } from './mail-table.ts';

const table = mailTable();
const company = 'nordlys';
const orderId = `ord_${'0'.repeat(32)}`;
const validUntilMs = NOW + 30 * 86_400_000;
const queueMessage = { messageId: 'first', isLastTry: false };

const noPerson = { name: null, email: null, phone: null };
const put = (more: Partial<ItemRow>): ItemRow => {
  const facts = sampleFacts({
    company,
    orderId: more.orderId ?? orderId,
    validUntilMs,
    sender: noPerson,
    receiver: noPerson,
  });
  const { item } = issueItem({ facts, status: PAID, by: { system: 'test' }, requestId: 'issue' });
  table.put({ ...item, ...more });
  return item;
};

/** Stores an email with one failed attempt, and returns its key. */
const failing = (mailId: string) => {
  const key = mailKey(company, mailId);
  table.put({ ...key, type: 'mail', v: 1, state: 'failing', holder: 'first', heldUntilMs: NOW + 1, attempts: 1 });
  return key;
};

beforeEach(() => {
  clock.nowMs = () => NOW;
  table.put({ ...shopOf({}).company, ...companyKey(company) });
});

it('a failed email about a cancelled item is no longer listed when it has no recipient', async () => {
  const { code } = put({});
  const key = failing('cancelled-1');
  await sendItemCancelledMail({ kind: 'item-cancelled', company, code, mailId: 'cancelled-1' }, queueMessage);
  expect(table.get(key)).toBeUndefined();
});

it.each([
  ['the card has no value left', {}, { remainingMinor: 0 }],
  ['it no longer has a recipient', {}, {}],
  ['the company disabled reminders', { reminders: false }, {}],
])('a reminder that failed is no longer listed when %s', async (_, of, item) => {
  table.put({ ...shopOf({}).company, ...companyKey(company), ...of });
  put(item);
  const mail = failing(`${orderId}-reminder-60-${validUntilMs}`);
  await sendReminder({ kind: 'reminder', company, orderId, validUntilMs, days: 60 }, queueMessage);
  expect(table.get(mail)).toBeUndefined();
});

it('a failed reminder is no longer listed when the holder was erased', async () => {
  const id = `po_${'1'.repeat(32)}`;
  const erased = { name: 'Erased', email: 'erased@erased.invalid' };
  const payment = { status: 'captured', captured: 51_000, refunded: 0, capturedAtMs: NOW } as const;
  const fulfilled = { status: 'fulfilled', fulfillment: { status: 'fulfilled', fulfilledAtMs: NOW } } as const;
  table.put({ ...anOrder({ id, ...fulfilled, payment: { ...payment, failedAttempts: [] }, recipient: erased }) });
  put({ orderId: id });
  const mail = failing(`${id}-reminder-60-${validUntilMs}`);
  await sendReminder({ kind: 'reminder', company, orderId: id, validUntilMs, days: 60 }, queueMessage);
  expect(table.get(mail)).toBeUndefined();
});
