import { beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareMail, sendMail } from '../../../functions/adapters/mail/send.ts';
import { companyKey } from '../../../functions/domain/company/companies/rows.ts';
import { codesOfOrder } from '../../../functions/domain/value/items/issuance/of-order.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { CANCELLED, PAID } from '../../../functions/domain/value/items/rows.ts';
import { sendBounceMail } from '../../../functions/domain/notifications/mail/bounce-mail.ts';
import { sendOrderMail } from '../../../functions/domain/notifications/mail/order-mail.ts';
import { sendOrderNotice } from '../../../functions/domain/notifications/mail/order-notice-mail.ts';
import { reopenMail } from '../../../functions/domain/notifications/mail/reopen.ts';
import { mailKey, type MailRow } from '../../../functions/domain/notifications/mail/rows.ts';
import { MailHeld } from '../../../functions/domain/notifications/mail/outcome.ts';
import { orderKey, type OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { anOrder, NOW } from '../../support/orders.ts';
import { sampleFacts } from '../items/sample.ts';
import { shopOf } from '../pricing/sample.ts';
import { mailTable } from './mail-table.ts';

vi.mock(import('../../../functions/adapters/mail/send.ts'), async (real) => ({
  ...(await real()),
  prepareMail: vi.fn<typeof prepareMail>(async ({ to }) => ({ to: to.email, mime: Buffer.from(''), tags: [] })),
  sendMail: vi.fn<typeof sendMail>(),
}));
vi.mock(import('../../../functions/adapters/objects/store.ts'), async (real) => ({
  ...(await real()),
  getObject: async () => ({ bytes: Buffer.from('%PDF-'), name: 'card' }) as never,
}));

const table = mailTable();

let ids = 0;
let order: OrderRow;
/** Sent emails, by email address. */
const sent = (): string[] => vi.mocked(sendMail).mock.calls.map(([{ to }]) => to);
const failOnce = (): void =>
  void vi.mocked(sendMail).mockRejectedValueOnce(new Error('The mail service is unavailable'));

beforeEach(() => {
  clock.nowMs = () => NOW;
  vi.mocked(sendMail).mockReset();
  table.put({ ...shopOf({}).company, ...companyKey('nordlys') });
  ids++;
  const [line] = anOrder().lines;
  order = anOrder({
    id: `po_${String(ids).padStart(32, '0')}`,
    status: 'fulfilled',
    fulfillment: { status: 'fulfilled', fulfilledAtMs: NOW },
    payment: { status: 'captured', captured: 51_000, refunded: 0, failedAttempts: [], capturedAtMs: NOW },
    delivery: { method: 'sender_email', sendAt: null },
    lines: [{ ...line!, issuedCount: 1 }],
  });
  table.put({ ...order });
});

const disputed = (status: 'open' | 'won'): void =>
  table.put({ ...order, payment: { ...order.payment, dispute: { id: 'd', status, amount: 51_000, openedAtMs: NOW } } });

const message = (messageId: string, isLastTry = false) =>
  sendOrderMail({ kind: 'order', company: 'nordlys', orderId: order.id }, { messageId, isLastTry });

const mailRow = () => getRow<MailRow>(mailKey('nordlys', `${order.id}-own`), { consistent: true });

it('an email that failed before a dispute is sent once it is won, although the first message was consumed in the meantime', async () => {
  failOnce();
  await expect(message('first')).rejects.toThrow('unavailable');
  disputed('open');
  await message('first');
  expect(await mailRow()).toBeUndefined();
  disputed('won');
  await message('second');
  await message('third');
  expect(sent()).toEqual(['anna@example.com', 'anna@example.com']);
  expect(await mailRow()).toMatchObject({ state: 'sent' });
});

it('a message that finds its email in progress is redelivered, since the other worker may stop retrying', async () => {
  failOnce();
  await expect(message('first')).rejects.toThrow('unavailable');
  await expect(message('second')).rejects.toThrow('Another worker is sending this email');
  disputed('open');
  await message('first');
  disputed('won');
  await message('second');
  expect(await mailRow()).toMatchObject({ state: 'sent', holder: 'second' });
});

it('a failed email of an order is not sent once its buyer or receiver is erased, and is no longer listed', async () => {
  const erased = { name: 'Erased', email: 'erased@erased.invalid' };
  failOnce();
  await expect(message('first', true)).rejects.toThrow('unavailable');
  vi.mocked(sendMail).mockClear();
  table.put({ ...order, sender: erased });
  await message('again');
  expect([sent(), await mailRow()]).toEqual([[], undefined]);
  table.put({ ...order, delivery: { method: 'recipient_email', sendAt: null }, recipient: erased });
  await message('gift');
  expect(sent()).toEqual(['anna@example.com']);
});

it('a gift email does not name a giver who is erased', async () => {
  const sender = { name: 'Erased', email: 'erased@erased.invalid' };
  const recipient = { name: 'Bo', email: 'bo@example.com' };
  table.put({ ...order, sender, recipient, delivery: { method: 'recipient_email', sendAt: null } });
  vi.mocked(prepareMail).mockClear();
  await message('gift');
  const mails = vi.mocked(prepareMail).mock.calls.map(([mail]) => mail);
  expect(mails.map(({ to }) => to.email)).toEqual([recipient.email]);
  expect(JSON.stringify(mails)).not.toContain(sender.name);
});

it('an email to the buyer does not name a recipient who is erased', async () => {
  const recipient = { name: 'Erased', email: 'erased@erased.invalid' };
  const later = { sendAt: new Date(NOW + 5).toISOString(), sendAtMs: NOW + 5 };
  const deliveries = [{ sendAt: null }, later].map((at) => ({ method: 'recipient_email' as const, ...at }));
  vi.mocked(prepareMail).mockClear();
  for (const [at, delivery] of [...deliveries, { method: 'postal' as const, sendAt: null }].entries()) {
    const id = order.id.replace('po_0', `po_${at + 1}`);
    const about = { company: 'nordlys', orderId: id };
    table.put({ ...order, ...orderKey('nordlys', id), id, recipient, delivery });
    const ref = (messageId: string) => ({ messageId: `${messageId}-${at}`, isLastTry: false });
    await sendOrderMail({ kind: 'order', ...about }, ref('sale'));
    await sendBounceMail({ kind: 'bounce', company: 'nordlys', mailId: `${id}-gift` }, ref('bounce'));
    for (const is of ['receipt', 'moved'] as const) {
      await sendOrderNotice({ kind: 'order-notice', ...about, mailId: `${id}-${is}`, what: { is } }, ref(is));
    }
  }
  const mails = vi.mocked(prepareMail).mock.calls.map(([mail]) => mail);
  expect(new Set(mails.map(({ to }) => to.email))).toEqual(new Set(['anna@example.com']));
  expect(mails).toHaveLength(12);
  for (const { subject, text, html } of mails) expect(subject + text + html).not.toMatch(/erased/i);
});

it('the holder of tickets is notified of a new date although the buyer is erased', async () => {
  const erased = { name: 'Erased', email: 'erased@erased.invalid' };
  const recipient = { name: 'Bo', email: 'bo@example.com' };
  const what = { is: 'event_moved', productId: order.lines[0]!.productId } as const;
  const notify = async (version: number) => {
    const mailId = `${order.id}-event-moved-${version}-${what.productId}`;
    const queueMessage = { messageId: mailId, isLastTry: false };
    await sendOrderNotice({ kind: 'order-notice', company: 'nordlys', orderId: order.id, mailId, what }, queueMessage);
  };
  const gift = { ...order, sender: erased, delivery: { method: 'recipient_email', sendAt: null } };
  table.put({ ...gift, recipient });
  await notify(2);
  expect(sent()).toEqual([recipient.email]);
  table.put({ ...gift, recipient: erased });
  await notify(3);
  expect(sent()).toEqual([recipient.email]);
});

it('the buyer is notified of a changed delivery unless the order was cancelled or refunded since', async () => {
  const notify = (after: OrderRow, version: number) => {
    table.put({ ...after });
    const mailId = `${after.id}-moved-${version}`;
    const notice = {
      kind: 'order-notice',
      company: 'nordlys',
      orderId: after.id,
      mailId,
      what: { is: 'moved' },
    } as const;
    return sendOrderNotice(notice, { messageId: mailId, isLastTry: false });
  };
  const delivery = { ...order.delivery, sendAt: '2027-06-01T10:00:00Z', sendAtMs: Date.parse('2027-06-01T10:00:00Z') };
  const paid: OrderRow = { ...order, status: 'paid', fulfillment: { status: 'processing' }, delivery };
  await notify({ ...paid, status: 'cancelled' }, 2);
  await notify({ ...paid, payment: { ...paid.payment, status: 'refunded', refunded: 51_000 } }, 3);
  expect(sent()).toEqual([]);
  await notify(paid, 4);
  expect(sent()).toEqual(['anna@example.com']);
});

it('an erased buyer is not notified of a bounced gift', async () => {
  const bounced = (messageId: string) =>
    sendBounceMail({ kind: 'bounce', company: 'nordlys', mailId: `${order.id}-gift` }, { messageId, isLastTry: false });
  table.put({ ...order, sender: { name: 'Erased', email: 'erased@erased.invalid' } });
  await bounced('first');
  expect(sent()).toEqual([]);
  table.put({ ...order });
  await bounced('second');
  expect(sent()).toEqual(['anna@example.com']);
});

it('a failed email of a refunded order is no longer listed for staff', async () => {
  failOnce();
  await expect(message('first', true)).rejects.toThrow('unavailable');
  expect(await mailRow()).toMatchObject({ state: 'failed' });
  table.put({ ...order, payment: { ...order.payment, status: 'refunded', refunded: 51_000 } });
  await message('again');
  expect(await mailRow()).toBeUndefined();
});

/**
 * The items of an order with two lines, after a change by a refund (epoch 1) or by staff. Items of the given lines are
 * withdrawn.
 */
const withdrawnIn = (withdrawn: readonly string[], epoch = 1): void => {
  const lines = ['one', 'two'].map((id) => ({
    ...order.lines[0]!,
    id,
    name: `Card ${id}`,
    optionName: 'Large',
    itemCount: 2,
    issuedCount: 2,
  }));
  const refunded = { status: 'partially_refunded', refunded: 50_000 } as const;
  order = { ...order, epoch, lines, ...(epoch === 0 ? {} : { payment: { ...order.payment, ...refunded } }) };
  table.put({ ...order });
  for (const [sequence, code] of codesOfOrder(order).entries()) {
    const lineId = lines[Math.floor(sequence / 2)]!.id;
    const facts = sampleFacts({ company: 'nordlys', code, orderId: order.id, sequence, orderItems: 4, lineId });
    const { item } = issueItem({ facts, status: PAID, by: { system: 'test' }, requestId: 'issue' });
    table.put({ ...item, status: withdrawn.includes(lineId) ? CANCELLED : PAID });
  }
};

it('an email that is sent late contains the remaining cards, and is not sent when all are withdrawn', async () => {
  withdrawnIn(['one']);
  await message('first');
  const [mail] = vi.mocked(prepareMail).mock.lastCall ?? [];
  expect(mail?.attachments.map(({ filename }) => filename).filter((name) => name.startsWith('Card'))).toEqual([
    'Card two ABCDEFGHJK.pdf',
  ]);
  expect(mail?.text).not.toContain('Åbn Card one');
  withdrawnIn(['one', 'two']);
  table.put({ ...mailKey('nordlys', `${order.id}-own`), type: 'mail', v: 1, state: 'failed' });
  await message('second');
  expect(sent()).toHaveLength(1);
  expect(await mailRow()).toBeUndefined();
});

it('late emails and emails about bounced gifts omit items that staff have cancelled in the meantime', async () => {
  clock.nowMs = () => NOW + 3_600_000;
  withdrawnIn(['one'], 0);
  await message('first');
  await sendBounceMail(
    { kind: 'bounce', company: 'nordlys', mailId: `${order.id}-gift` },
    { messageId: 'b', isLastTry: false },
  );
  expect(sent()).toHaveLength(2);
  for (const [mail] of vi.mocked(prepareMail).mock.calls.slice(-2)) {
    expect(mail.text).toContain('Åbn Card two, Large\n');
    expect(mail.text).not.toContain('Åbn Card one');
    expect(mail.attachments.map(({ filename }) => filename)).not.toContain('Card one ABCDEFGHJK-1.pdf');
  }
});

it.each([
  ['own', 'sender_email'],
  ['gift', 'recipient_email'],
  ['confirmation', 'recipient_email'],
  ['confirmation', 'postal'],
] as const)('the email %s of %s that is sent late lists only the events with valid tickets', async (kind, method) => {
  withdrawnIn(['one']);
  const lines = order.lines.map((line) => ({
    ...line,
    event: {
      slug: `event-${line.id}`,
      startsAt: '2027-06-12T19:00:00+02:00',
      endsAt: null,
      datePrecision: 'date_time',
      venue: { name: `Hall ${line.id}`, address: 'Gade 1', postcode: '8000' },
    },
  }));
  const address = { kind: 'private', name: 'Bo', street: 'Vej 2', postcode: '8000', city: 'Aarhus', country: 'DK' };
  const delivery = { method, sendAt: null, ...(method === 'postal' ? { address } : {}) };
  table.put({ ...order, lines, delivery });
  await message('first');
  const to = kind === 'gift' ? 'bo@example.com' : 'anna@example.com';
  const mail = vi
    .mocked(prepareMail)
    .mock.calls.map(([each]) => each)
    .findLast((each) => each.to.email === to);
  expect(mail?.text).toContain('Hall two');
  expect(mail?.text).not.toContain('Hall one');
  const files = mail?.attachments.map(({ filename }) => filename).filter((name) => name.endsWith('.ics'));
  expect(files).toEqual(kind === 'confirmation' && method !== 'postal' ? [] : ['event-two.ics']);
});

it.each([
  { state: 'failing', holder: 'other' },
  { state: 'preparing', holder: 'other' },
  { state: 'calling', holder: 'first' },
  { state: 'unconfirmed', holder: 'first' },
  { state: 'sent', holder: 'first' },
] as const)('an email that is $state for $holder is not dropped by the first message', async (mail) => {
  const about = { company: 'nordlys', mailId: `${order.id}-own`, orderId: order.id, attempts: 1, updatedAtMs: NOW };
  table.put({ ...mailKey('nordlys', about.mailId), type: 'mail', v: 1, ...about, ...mail, heldUntilMs: NOW + 1 });
  disputed('open');
  await message('first');
  expect(await mailRow()).toMatchObject(mail);
});

it('an email whose attempts ended without an outcome can be resent by staff, but not while it is being retried', async () => {
  withdrawnIn([], 0);
  failOnce();
  await expect(message('first')).rejects.toThrow('unavailable');
  const mailId = `${order.id}-own`;
  expect(await reopenMail('nordlys', mailId)).toBeUndefined();
  clock.nowMs = () => NOW + 15 * 60_000;
  expect(await reopenMail('nordlys', mailId)).toMatchObject({ state: 'failed' });
  await message('again');
  await message('first');
  expect(sent()).toHaveLength(2);
  expect(await reopenMail('nordlys', mailId)).toBeUndefined();
});

describe('a message that the queue delivers to two workers concurrently', () => {
  /**
   * Delivers a message to two workers. The first waits in `slow` until the second has finished. Returns the result of
   * the first.
   */
  const overtaken = async (slow: typeof prepareMail | typeof sendMail): Promise<unknown> => {
    const gate = Promise.withResolvers<void>();
    const inside = Promise.withResolvers<void>();
    const real = vi.mocked(slow).getMockImplementation();
    vi.mocked(slow as typeof prepareMail).mockImplementationOnce(async (mail) => {
      inside.resolve();
      await gate.promise;
      return (real as typeof prepareMail | undefined)?.(mail) as never;
    });
    const first = message('one').catch((error: unknown) => error);
    await inside.promise;
    await message('one');
    gate.resolve();
    return first;
  };

  it('sends one email when the second overtakes the first before its call', async () => {
    expect(await overtaken(prepareMail)).toBeInstanceOf(MailHeld);
    expect(sent()).toEqual(['anna@example.com']);
    expect(await mailRow()).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('resolves the second’s unknown outcome when the call by the first returns', async () => {
    expect(await overtaken(sendMail)).toBeUndefined();
    expect(sent()).toEqual(['anna@example.com']);
    const row = await mailRow();
    expect(row).toMatchObject({ state: 'sent' });
    expect(row).not.toHaveProperty('ix1pk');
    expect(row).not.toHaveProperty('error');
  });
});

it('an email is sent by its first attempt when the response to the write before its call is lost', async () => {
  const { send: once } = documents;
  const twice = async (command: unknown): Promise<unknown> => {
    const first = await once.call(documents, command as never);
    const { ExpressionAttributeValues: values } = (command as { input: Record<string, Record<string, unknown>> }).input;
    // The client's behavior without a response.
    return values?.[':state'] === 'calling' ? once.call(documents, command as never) : first;
  };
  Object.assign(documents, { send: twice });
  try {
    await message('first');
  } finally {
    Object.assign(documents, { send: once });
  }
  expect(sent()).toEqual(['anna@example.com']);
  expect(await mailRow()).toMatchObject({ state: 'sent', attempts: 1 });
});
