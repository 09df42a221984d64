import { beforeEach, expect, it, vi } from 'vitest';
import { sendMail, type prepareMail } from '../../../functions/adapters/mail/send.ts';
import { companyKey } from '../../../functions/domain/company/companies/rows.ts';
import { codesOfItemOrder } from '../../../functions/domain/value/items/issuance/of-order.ts';
import { itemOrderKey, type ItemOrderRow } from '../../../functions/domain/value/items/issuance/item-orders.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { itemActionKey, type ItemActionRow } from '../../../functions/domain/value/items/action-rows.ts';
import { AWAITING_PAYMENT, CANCELLED, PAID, type ItemStatus } from '../../../functions/domain/value/items/rows.ts';
import { sendItemMail } from '../../../functions/domain/notifications/mail/item-mail.ts';
import { mailKey } from '../../../functions/domain/notifications/mail/rows.ts';
import { ERASED_EMAIL } from '../../../functions/platform/erased-email.ts';
import type { DocumentInput } from '../../../functions/domain/fulfillment/documents/schema.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { NOW } from '../../support/orders.ts';
import { sampleFacts } from '../items/sample.ts';
import { shopOf } from '../pricing/sample.ts';
import { mailTable } from './mail-table.ts';

const { rendered, pauses } = vi.hoisted(() => ({
  rendered: vi.fn<(input: DocumentInput) => void>(),
  pauses: vi.fn<() => void>(),
}));
vi.mock('node:timers/promises', () => ({ setTimeout: async () => pauses() }));
vi.mock(import('../../../functions/adapters/mail/send.ts'), async (real) => ({
  ...(await real()),
  prepareMail: vi.fn<typeof prepareMail>(async ({ to }) => ({ to: to.email, mime: Buffer.from(''), tags: [] })),
  sendMail: vi.fn<typeof sendMail>(),
}));
vi.mock(import('../../../functions/domain/fulfillment/documents/card-template.ts'), async (real) => ({
  ...(await real()),
  renderCard: async (input) => {
    rendered(input);
    return Buffer.from('%PDF-');
  },
}));

const table = mailTable();
const company = 'nordlys';
const email = 'bo@example.com';

let orders = 0;
let orderId: string;
let order: ItemOrderRow;
let codes: string[];
beforeEach(() => {
  clock.nowMs = () => NOW;
  vi.mocked(sendMail).mockReset();
  rendered.mockReset();
  pauses.mockReset();
  table.put({ ...shopOf({}).company, ...companyKey(company) });
  orderId = `ord_${String(++orders).padStart(32, '0')}`;
  const { code: _code, sequence: _sequence, ...facts } = sampleFacts({ company, orderId, orderItems: 2 });
  const row: ItemOrderRow = {
    ...itemOrderKey(company, orderId),
    type: 'item-order',
    v: 1,
    company,
    orderId,
    state: 'paid',
    facts,
    codeSeed: 'seed',
    by: { system: 'test' },
    requestId: 'issue',
    inputHash: 'h',
    captured: null,
    deliverTo: email,
    externalProductId: null,
  };
  order = row;
  table.put({ ...row });
  codes = codesOfItemOrder(row);
  setStatus(PAID, PAID);
});

const setStatus = (...statuses: ItemStatus[]): void => {
  for (const [sequence, status] of statuses.entries()) {
    const facts = sampleFacts({ company, orderId, orderItems: 2, sequence, code: codes[sequence]! });
    const { item } = issueItem({ facts, status: PAID, by: { system: 'test' }, requestId: 'issue' });
    table.put({ ...item, status });
  }
};

const message = (code?: string, mailId = `${orderId}-issued`) =>
  sendItemMail(
    { kind: 'items', company, orderId, email, mailId, ...(code === undefined ? {} : { code }) },
    { messageId: 'first', isLastTry: false },
  );

const mailRow = () => table.get(mailKey(company, `${orderId}-issued`));

it.each(['one item', 'all items'])(
  'a waiting email of %s is dropped when its item can no longer be used',
  async (what) => {
    const code = what === 'one item' ? codes[0] : undefined;
    vi.mocked(sendMail).mockRejectedValueOnce(new Error('The mail service is unavailable'));
    await expect(message(code)).rejects.toThrow('unavailable');
    expect(mailRow()).toMatchObject({ state: 'failing' });
    setStatus(CANCELLED, CANCELLED);
    await message(code);
    expect(vi.mocked(sendMail)).toHaveBeenCalledTimes(1);
    expect(mailRow()).toBeUndefined();
  },
);

/** Stores a resend of the item to an email address. The person with that email address may have been erased since. */
const putResend = (requestId: string, to: string): void => {
  const logged = { company, code: codes[0]!, atMs: NOW, requestId };
  const action: ItemActionRow = {
    ...itemActionKey(logged),
    ...logged,
    type: 'item-action',
    v: 1,
    orderId,
    action: 'resend',
    email: to,
    by: { system: 'test' },
  };
  table.put({ ...action });
};

it('a waiting email of all items is dropped when its receiver has been erased', async () => {
  vi.mocked(sendMail).mockRejectedValueOnce(new Error('The mail service is unavailable'));
  await expect(message()).rejects.toThrow('unavailable');
  expect(JSON.stringify(mailRow())).toContain(email);
  table.put({ ...order, deliverTo: null });
  await message();
  expect(vi.mocked(sendMail)).toHaveBeenCalledTimes(1);
  expect(mailRow()).toBeUndefined();
});

it('a resend is dropped when its recipient has been erased; other resends are sent', async () => {
  putResend('mine', ERASED_EMAIL);
  putResend('theirs', email);
  await message(codes[0], 'resend-mine');
  expect(vi.mocked(sendMail)).not.toHaveBeenCalled();
  await message(codes[0], 'resend-theirs');
  expect(vi.mocked(sendMail)).toHaveBeenCalledTimes(1);
});

it('an email of an order contains the remaining items', async () => {
  setStatus(CANCELLED, PAID);
  await message();
  expect(rendered.mock.lastCall?.[0].items.map(({ code }) => code)).toEqual([codes[1]]);
  expect(mailRow()).toMatchObject({ state: 'sent' });
});

it('a late email of an order shows the current value of its items', async () => {
  const facts = sampleFacts({ company, orderId, orderItems: 2, sequence: 0, code: codes[0]! });
  const { item } = issueItem({ facts, status: PAID, by: { system: 'test' }, requestId: 'issue' });
  table.put({ ...item, adjustedMinor: -2500, remainingMinor: 7500 });
  await message();
  const amounts = rendered.mock.lastCall?.[0].items.map(({ amount }) => amount?.replace(/\s/, ' '));
  expect(amounts).toEqual(['75 kr.', '100 kr.']);
});

it('an email of an order that was just captured waits until its items are active', async () => {
  setStatus(AWAITING_PAYMENT, PAID);
  await expect(message()).rejects.toThrow('not all issued and paid yet');
  expect(mailRow()).toBeUndefined();
  pauses.mockImplementationOnce(() => setStatus(PAID, PAID));
  await message();
  expect(rendered.mock.lastCall?.[0].items).toHaveLength(2);
});
