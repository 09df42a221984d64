import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { prepareMail, sendMail } from '../../../functions/adapters/mail/send.ts';
import { companyKey } from '../../../functions/domain/company/companies/rows.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { PAID } from '../../../functions/domain/value/items/rows.ts';
import type { MailWork, OrderNotice } from '../../../functions/domain/notifications/mail/messages.ts';
import { mailKey, type MailRow } from '../../../functions/domain/notifications/mail/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { handler } from '../../../functions/workers/send-mail.ts';
import { mails } from '../../../lib/ops/mails.ts';
import { anOrder, NOW } from '../../support/orders.ts';
import { sampleFacts } from '../items/sample.ts';
import { shopOf } from '../pricing/sample.ts';
import { mailTable } from './mail-table.ts';

const { queued } = vi.hoisted(() => ({ queued: [] as string[] }));
vi.mock(import('../../../functions/adapters/mail/send.ts'), async (real) => ({
  ...(await real()),
  prepareMail: vi.fn<typeof prepareMail>(async ({ to }) => ({ to: to.email, mime: Buffer.from(''), tags: [] })),
  sendMail: vi.fn<typeof sendMail>(),
}));
vi.mock(import('../../../functions/adapters/objects/store.ts'), async (real) => ({
  ...(await real()),
  getObject: async () => ({ bytes: Buffer.from('%PDF-'), name: 'card' }) as never,
}));
vi.mock(import('../../../functions/adapters/queue/retry-later.ts'), () => ({ retryLater: async () => undefined }));
vi.mock('../../../lib/ops/queues.ts', () => ({
  openQueues: async () => ({
    sqs: { send: async ({ input }: { input: { MessageBody: string } }) => queued.push(input.MessageBody) },
    pairOf: async () => ({ url: 'mail' }),
  }),
}));

const table = mailTable();
const company = 'nordlys';
const validUntilMs = NOW + 30 * 86_400_000;
const directOrderId = `ord_${'1'.repeat(32)}`;
const code = 'AAAA-BBBB-CCCC-DDDD-EEEE';

beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.restoreAllMocks();
});

const { id: orderId } = anOrder();
beforeEach(() => {
  table.clear();
  queued.length = 0;
  clock.nowMs = () => NOW;
  vi.mocked(sendMail).mockReset();
  table.put({
    ...shopOf({ company: { defaults: { no_reply_email: 'no-reply@shop.example' } } }).company,
    ...companyKey(company),
  });
  const lines = anOrder().lines.map((line) => ({ ...line, issuedCount: 1 }));
  table.put({
    ...anOrder({
      status: 'fulfilled',
      fulfillment: { status: 'fulfilled', fulfilledAtMs: NOW },
      payment: { status: 'captured', captured: 51_000, refunded: 0, failedAttempts: [], capturedAtMs: NOW },
      delivery: { method: 'sender_email', sendAt: null },
      lines,
    }),
  });
  const facts = sampleFacts({ company, code, orderId: directOrderId, validUntilMs });
  const { item } = issueItem({ facts, status: PAID, by: { system: 'test' }, requestId: 'issue' });
  table.put({ ...item });
});

const mailOf = (name: string, what: OrderNotice['what']): [string, MailWork] => {
  const mailId = `${orderId}-${name}`;
  return [mailId, { kind: 'order-notice', company, orderId, mailId, what }];
};

const ofItem = (mailId: string) => ({ company, code, mailId });

const reminder: MailWork = { kind: 'reminder', company, orderId: directOrderId, validUntilMs, days: 60 };

/** Each kind of email by name, with the message that requests it. */
const KINDS: readonly [string, MailWork][] = [
  [`${orderId}-own`, { kind: 'order', company, orderId }],
  mailOf('receipt', { is: 'receipt' }),
  mailOf('refund-3', { is: 'refund', amount: 100, inAll: 100, endsOrder: false }),
  mailOf('cancelled', { is: 'cancelled' }),
  mailOf('returned-0', { is: 'returned', amount: 100 }),
  mailOf('moved-3', { is: 'moved' }),
  [`${orderId}-gift-bounced`, { kind: 'bounce', company, mailId: `${orderId}-gift` }],
  ['resend-1', { kind: 'items', orderId: directOrderId, email: 'eva@example.com', ...ofItem('resend-1') }],
  ['cancelled-1', { kind: 'item-cancelled', ...ofItem('cancelled-1') }],
  [`${directOrderId}-reminder-60-${validUntilMs}`, reminder],
  [
    'endpoint-1',
    {
      kind: 'notice',
      notice: 'webhook-endpoint-disabled',
      company,
      noticeId: '1',
      endpointId: 'we_1',
      url: 'https://receiver.example/hook',
      reason: 'failing',
      atMs: NOW,
    },
  ],
];

const deliver = (messageId: string, body: string, tries = 1) => {
  const attributes = { ApproximateReceiveCount: String(tries) };
  return handler({ Records: [{ messageId, body, attributes }] } as never, {} as never);
};

const rowOf = (mailId: string) => getRow<MailRow>(mailKey(company, mailId), { consistent: true });
const again = (mailId: string) => mails.run(['--company', company, '--again', mailId]);

it.each(KINDS)('the email %s that could not be sent is sent when staff requests it', async (mailId, work) => {
  vi.mocked(sendMail).mockRejectedValueOnce(new Error('The mail service is unavailable'));
  await deliver('first', JSON.stringify(work), 8);
  expect(await rowOf(mailId)).toMatchObject({ state: 'failed', message: work });
  await again(mailId);
  expect(queued).toHaveLength(1);
  const [to] = vi.mocked(sendMail).mock.calls[0] ?? [];
  vi.mocked(sendMail).mockClear();
  await deliver('second', queued[0]!);
  expect(vi.mocked(sendMail).mock.calls.map(([mail]) => mail)).toEqual([to]);
  const row = await rowOf(mailId);
  expect(row).toMatchObject({ state: 'sent' });
  expect(row).not.toHaveProperty('message');
});

it('an email that is sent on the first attempt keeps no message', async () => {
  await deliver('first', JSON.stringify({ kind: 'order', company, orderId }));
  expect(await rowOf(`${orderId}-own`)).toMatchObject({ state: 'sent' });
  expect(await rowOf(`${orderId}-own`)).not.toHaveProperty('message');
});

it('a reminder overtaken by the next one is dropped', async () => {
  const mailId = `${directOrderId}-reminder-60-${validUntilMs}`;
  vi.mocked(sendMail).mockRejectedValueOnce(new Error('The mail service is unavailable'));
  await deliver('first', JSON.stringify(reminder), 8);
  clock.nowMs = () => validUntilMs - 86_400_000;
  await again(mailId);
  await deliver('second', queued[0]!);
  expect(vi.mocked(sendMail)).toHaveBeenCalledTimes(1);
  expect(await rowOf(mailId)).toBeUndefined();
});

it('emails without a stored message are resent for a sale; for others an error names another way', async () => {
  const failed = (mailId: string): void => {
    const about = { company, mailId, orderId, attempts: 8, updatedAtMs: NOW, holder: 'first', heldUntilMs: NOW };
    table.put({ ...mailKey(company, mailId), type: 'mail', v: 1, ...about, state: 'unconfirmed' });
  };
  failed(`${orderId}-own`);
  await again(`${orderId}-own`);
  expect(queued).toEqual([JSON.stringify({ kind: 'order', company, orderId })]);
  failed(`${orderId}-refund-3`);
  await expect(again(`${orderId}-refund-3`)).rejects.toThrow('npm run ops -- dlq replay mail');
  expect(await rowOf(`${orderId}-refund-3`)).toMatchObject({ state: 'unconfirmed' });
  await expect(again(`${orderId}-moved-3`)).rejects.toThrow('has no email');
  expect(queued).toHaveLength(1);
});

it.each([
  ['da', 'Webhook slået fra: receiver.example', 'Slået fra: '],
  ['de', 'Webhook ausgeschaltet: receiver.example', 'Ausgeschaltet: '],
  ['en', 'Webhook endpoint switched off: receiver.example', 'Switched off: '],
  ['nb', 'Webhook slått av: receiver.example', 'Slått av: '],
  ['nn', 'Webhook slått av: receiver.example', 'Slått av: '],
  ['sv', 'Webhook avstängd: receiver.example', 'Avstängd: '],
])('notifies a company in its language of a disabled endpoint, and links to it: %s', async (language, subject, off) => {
  const [, work] = KINDS.at(-1)!;
  const settings = { language, defaults: { no_reply_email: 'no-reply@shop.example' } };
  table.put({ ...shopOf({ company: settings }).company, ...companyKey(company) });
  await deliver('first', JSON.stringify(work));
  const [mail] = vi.mocked(prepareMail).mock.lastCall ?? [];
  expect(mail).toMatchObject({ subject });
  expect(mail?.text).toContain(off);
  expect(mail?.text).toContain('/desk/webhooks/we_1\n');
});
