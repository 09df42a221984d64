import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MailOutcomeUnknown, prepareMail, sendMail } from '../../../functions/adapters/mail/send.ts';
import { companyKey } from '../../../functions/domain/company/companies/rows.ts';
import { codesOfOrder } from '../../../functions/domain/value/items/issuance/of-order.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { PAID } from '../../../functions/domain/value/items/rows.ts';
import { sendOrderMail } from '../../../functions/domain/notifications/mail/order-mail.ts';
import { MailHeld } from '../../../functions/domain/notifications/mail/outcome.ts';
import { mailKey, mailLeaseKey, type MailRow } from '../../../functions/domain/notifications/mail/rows.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { anOrder, NOW } from '../../support/orders.ts';
import { sampleFacts } from '../items/sample.ts';
import { shopOf } from '../pricing/sample.ts';
import { mailTable } from './mail-table.ts';

vi.mock(import('../../../functions/adapters/mail/send.ts'), async (real) => ({
  ...(await real()),
  prepareMail: vi.fn<typeof prepareMail>(),
  sendMail: vi.fn<typeof sendMail>(),
}));
vi.mock(import('../../../functions/adapters/objects/store.ts'), async (real) => ({
  ...(await real()),
  getObject: async () => ({ bytes: Buffer.from('%PDF-'), name: 'card' }) as never,
}));

const HELD_MS = 15 * 60_000;
const GIFT = 'bo@example.com';
const BUYER = 'anna@example.com';
const table = mailTable();
let ids = 0;
let order: OrderRow;

beforeEach(() => {
  clock.nowMs = () => NOW;
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.mocked(prepareMail)
    .mockReset()
    .mockImplementation(async ({ to }) => ({ to: to.email, mime: Buffer.from(''), tags: [] }));
  vi.mocked(sendMail).mockReset();
  table.put({ ...shopOf({}).company, ...companyKey('nordlys') });
  const [line] = anOrder().lines;
  order = anOrder({
    id: `po_${String(++ids).padStart(32, '0')}`,
    status: 'fulfilled',
    fulfillment: { status: 'fulfilled', fulfilledAtMs: NOW },
    payment: { status: 'captured', captured: 51_000, refunded: 0, failedAttempts: [], capturedAtMs: NOW },
    delivery: { method: 'recipient_email', sendAt: null },
    lines: [{ ...line!, issuedCount: 1 }],
  });
  table.put({ ...order });
  for (const code of codesOfOrder(order)) {
    const facts = sampleFacts({ company: 'nordlys', code, orderId: order.id, orderItems: 1, lineId: line!.id });
    table.put({ ...issueItem({ facts, status: PAID, by: { system: 'test' }, requestId: 'issue' }).item });
  }
});

const sent = (): string[] =>
  vi
    .mocked(sendMail)
    .mock.calls.map(([{ to }]) => to)
    .toSorted();
const message = (messageId: string, isLastTry = false) =>
  sendOrderMail({ kind: 'order', company: 'nordlys', orderId: order.id }, { messageId, isLastTry });
const rowOf = (kind: string) => getRow<MailRow>(mailKey('nordlys', `${order.id}-${kind}`), { consistent: true });
const states = async () => [(await rowOf('gift'))?.state, (await rowOf('confirmation'))?.state];
const lease = () => getRow(mailLeaseKey('nordlys', order.id), { consistent: true });
const died = (): Promise<never> => new Promise(() => {});
/** Runs all work that does not wait for something external. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const disputed = (status: 'open' | 'won'): void =>
  table.put({ ...order, payment: { ...order.payment, dispute: { id: 'd', status, amount: 51_000, openedAtMs: NOW } } });

it('gift and confirmation are sent once, with two writes for both and one for each', async () => {
  const { send } = documents;
  const calls: string[] = [];
  Object.assign(documents, {
    send: (command: object) => {
      calls.push(command.constructor.name);
      return send.call(documents, command as never);
    },
  });
  await message('first').finally(() => Object.assign(documents, { send }));
  expect(calls).toEqual(['BatchGetCommand', 'PutCommand', ...Array.from({ length: 3 }, () => 'UpdateCommand')]);
  await message('first');
  await message('second');
  expect(sent()).toEqual([BUYER, GIFT].toSorted());
  expect(await rowOf('gift')).toMatchObject({ state: 'sent', attempts: 1, holder: 'first', sentAtMs: NOW });
});

it('an email that fails is retried alone, and does not delay the other', async () => {
  vi.mocked(sendMail).mockImplementationOnce(async () => Promise.reject(new Error('The mail service is unavailable')));
  await expect(message('first')).rejects.toThrow('unavailable');
  expect((await states()).toSorted()).toEqual(['failing', 'sent']);
  await message('first');
  expect(await states()).toEqual(['sent', 'sent']);
  expect(sent()).toHaveLength(3);
});

it('a failure is recorded even if its reason is cut in the middle of a character', async () => {
  vi.mocked(sendMail).mockImplementation(async () => Promise.reject(new Error(`${'x'.repeat(199)}😀`)));
  await expect(message('first', true)).rejects.toThrow('xxx');
  expect(await states()).toEqual(['failed', 'failed']);
});

it('an email that cannot be composed is retried alone, and does not delay the other', async () => {
  const compose = vi.mocked(prepareMail).getMockImplementation()!;
  let isBroken = true;
  vi.mocked(prepareMail).mockImplementation(async (mail) => {
    if (isBroken && mail.to.email === GIFT) throw new Error('No picture');
    return compose(mail);
  });
  await expect(message('first')).rejects.toThrow('No picture');
  expect([await states(), sent()]).toEqual([[undefined, 'sent'], [BUYER]]);
  await expect(message('first', true)).rejects.toThrow('No picture');
  expect([await states(), sent()]).toEqual([['failed', 'sent'], [BUYER]]);
  isBroken = false;
  await message('first');
  expect([await states(), sent()]).toEqual([['sent', 'sent'], [BUYER, GIFT].toSorted()]);
});

describe('a worker that crashes', () => {
  it('before its calls leaves both emails to another message once its lease has expired', async () => {
    vi.mocked(prepareMail).mockImplementationOnce(died).mockImplementationOnce(died);
    void message('first');
    await settled();
    await expect(message('second')).rejects.toThrow(MailHeld);
    clock.nowMs = () => NOW + HELD_MS;
    await message('second');
    await message('first');
    expect([await states(), sent()]).toEqual([['sent', 'sent'], [BUYER, GIFT].toSorted()]);
  });

  it('while both calls are in progress leaves two unknown outcomes to staff, and nothing is sent again', async () => {
    vi.mocked(sendMail).mockImplementation(died);
    void message('first');
    await settled();
    expect(await states()).toEqual([undefined, undefined]);
    await message('first');
    expect([await states(), sent()]).toEqual([['unconfirmed', 'unconfirmed'], [BUYER, GIFT].toSorted()]);
    expect(await rowOf('gift')).toMatchObject({ attempts: 1, holder: 'first', message: { kind: 'order' } });
    await message('first');
    expect(sent()).toHaveLength(2);
  });

  it('while one call is in progress leaves one unknown outcome', async () => {
    vi.mocked(sendMail).mockImplementation(({ to }) => (to === GIFT ? died() : Promise.resolve()));
    void message('first');
    await settled();
    await message('first');
    expect([await states(), sent()]).toEqual([['unconfirmed', 'sent'], [BUYER, GIFT].toSorted()]);
  });
});

it('an attempt that crashes while composing one email delays the other only once', async () => {
  const compose = vi.mocked(prepareMail).getMockImplementation()!;
  vi.mocked(prepareMail).mockImplementation((mail) => (mail.to.email === GIFT ? died() : compose(mail)));
  void message('first');
  await settled();
  void message('first');
  await settled();
  expect([await states(), sent()]).toEqual([['preparing', 'sent'], [BUYER]]);
});

it('repeated crashes at the first write leave a row for staff, and a later attempt sends both emails', async () => {
  const { send } = documents;
  const isWrite = (command: object): boolean => command.constructor.name !== 'BatchGetCommand';
  for (let tries = 0; tries < 4; tries++) {
    let isDead = false;
    Object.assign(documents, {
      send: async (command: object) => {
        if (isDead) return died();
        isDead = isWrite(command);
        const answer = await send.call(documents, command as never);
        return isDead ? died() : answer;
      },
    });
    void message('first');
    await settled();
  }
  Object.assign(documents, { send });
  expect([(await states()).includes('preparing'), sent()]).toEqual([true, []]);
  await message('first');
  expect([await states(), sent()]).toEqual([['sent', 'sent'], [BUYER, GIFT].toSorted()]);
});

it('the last attempt leaves a row for each failed email, even when it is also the first attempt', async () => {
  vi.mocked(sendMail).mockRejectedValue(new Error('The mail service is unavailable'));
  await expect(message('first', true)).rejects.toThrow('unavailable');
  expect(await states()).toEqual(['failed', 'failed']);
});

it('emails that failed and were dropped are sent by the message that arrives when they are due again', async () => {
  vi.mocked(sendMail).mockRejectedValueOnce(new Error('unavailable')).mockRejectedValueOnce(new Error('unavailable'));
  await expect(message('first')).rejects.toThrow('unavailable');
  disputed('open');
  await message('first');
  expect(await states()).toEqual([undefined, undefined]);
  disputed('won');
  await message('second');
  expect(await states()).toEqual(['sent', 'sent']);
});

it('an email that failed and was dropped is sent later, although the other was sent before', async () => {
  vi.mocked(sendMail).mockImplementationOnce(async ({ to }) => {
    if (to === GIFT) throw new Error('unavailable');
  });
  await expect(message('first')).rejects.toThrow('unavailable');
  expect(await states()).toEqual(['failing', 'sent']);
  disputed('open');
  await message('first');
  disputed('won');
  clock.nowMs = () => NOW + 3 * 86_400_000;
  await message('second');
  expect([await states(), sent()]).toEqual([['sent', 'sent'], [BUYER, GIFT, GIFT].toSorted()]);
});

it('a lost response leaves only the outcome of that email unknown', async () => {
  vi.mocked(sendMail).mockImplementation(async ({ to }) => {
    if (to === GIFT) throw new MailOutcomeUnknown(new Error('ECONNRESET'));
  });
  await message('first');
  expect(await states()).toEqual(['unconfirmed', 'sent']);
});

describe('a message that the queue delivers to two workers concurrently', () => {
  it('sends two emails when the second overtakes the first before its calls', async () => {
    const gate = Promise.withResolvers<void>();
    const compose = vi.mocked(prepareMail).getMockImplementation()!;
    const slow = async (mail: Parameters<typeof prepareMail>[0]) => gate.promise.then(() => compose(mail));
    vi.mocked(prepareMail).mockImplementationOnce(slow).mockImplementationOnce(slow);
    const first = message('one').catch((error: unknown) => error);
    await settled();
    await message('one');
    gate.resolve();
    expect(await first).toBeInstanceOf(MailHeld);
    expect([await states(), sent()]).toEqual([['sent', 'sent'], [BUYER, GIFT].toSorted()]);
  });

  it.each(['before', 'while'])(
    'sends two emails when composing fails for the first %s the second calls',
    async (when) => {
      const gate = Promise.withResolvers<void>();
      const calls = Promise.withResolvers<void>();
      const broken = async () => gate.promise.then(() => Promise.reject(new Error('No picture')));
      vi.mocked(prepareMail).mockImplementationOnce(broken).mockImplementationOnce(broken);
      if (when === 'while') vi.mocked(sendMail).mockImplementation(() => calls.promise);
      const first = message('one').catch((error: unknown) => error);
      await settled();
      const second = message('one');
      if (when === 'while') await settled();
      gate.resolve();
      expect(await first).toMatchObject({ message: 'No picture' });
      calls.resolve();
      await second;
      expect([await states(), sent()]).toEqual([['sent', 'sent'], [BUYER, GIFT].toSorted()]);
    },
  );

  it('accepts that the first has finished an email that the second recorded as unknown', async () => {
    const gate = Promise.withResolvers<void>();
    vi.mocked(sendMail).mockImplementation(() => gate.promise);
    const first = message('one');
    await settled();
    const { send } = documents;
    Object.assign(documents, {
      send: async (command: { constructor: { name: string } }) => {
        const answer = await send.call(documents, command as never);
        if (command.constructor.name !== 'BatchGetCommand') return answer;
        Object.assign(documents, { send });
        gate.resolve();
        await first;
        return answer;
      },
    });
    await message('one');
    expect([await states(), sent()]).toEqual([['sent', 'sent'], [BUYER, GIFT].toSorted()]);
  });

  it('leaves to staff an email that the mail service refuses after the second recorded its outcome as unknown', async () => {
    const gate = Promise.withResolvers<void>();
    vi.mocked(sendMail).mockImplementation(() => gate.promise);
    const first = message('one').catch((error: unknown) => error);
    await settled();
    await message('one');
    gate.reject(new Error('The mail service is unavailable'));
    await first;
    expect(await states()).toEqual(['failed', 'failed']);
  });

  it('resolves the second’s unknown outcomes when the calls by the first return', async () => {
    const gate = Promise.withResolvers<void>();
    vi.mocked(sendMail).mockImplementation(() => gate.promise);
    const first = message('one');
    await settled();
    await message('one');
    expect(await states()).toEqual(['unconfirmed', 'unconfirmed']);
    gate.resolve();
    await first;
    expect([await states(), sent()]).toEqual([['sent', 'sent'], [BUYER, GIFT].toSorted()]);
    expect(await rowOf('gift')).not.toHaveProperty('ix1pk');
  });
});

it('emails that are no longer due are left to the message that arrives when they are due again', async () => {
  vi.mocked(prepareMail).mockImplementationOnce(died).mockImplementationOnce(died);
  void message('first');
  await settled();
  disputed('open');
  await message('first');
  expect(await lease()).toMatchObject({ closed: true });
  disputed('won');
  await message('second');
  expect([await states(), sent()]).toEqual([['sent', 'sent'], [BUYER, GIFT].toSorted()]);
});

it('an unknown outcome stays unknown when its email is no longer due', async () => {
  vi.mocked(sendMail).mockImplementation(died);
  void message('first');
  await settled();
  disputed('open');
  await message('first');
  disputed('won');
  await message('first');
  expect([await states(), sent()]).toEqual([['unconfirmed', 'unconfirmed'], [BUYER, GIFT].toSorted()]);
});

it.each([
  ['fails', false],
  ['gets no response', true],
] as const)('a write before the calls that %s costs an attempt and duplicates nothing', async (_, takesEffect) => {
  const { send } = documents;
  const isAnnouncement = ({ input }: { input: { ExpressionAttributeNames?: Record<string, string> } }): boolean =>
    Object.values(input.ExpressionAttributeNames ?? {}).includes('announced');
  Object.assign(documents, {
    send: async (command: { input: object }) => {
      if (!isAnnouncement(command)) return send.call(documents, command as never);
      if (takesEffect) await send.call(documents, command as never);
      throw new Error('The table is unavailable');
    },
  });
  await expect(message('first').finally(() => Object.assign(documents, { send }))).rejects.toThrow('unavailable');
  expect([await states(), sent()]).toEqual([[undefined, undefined], []]);
  await message('first');
  expect([await states(), sent()]).toEqual([['sent', 'sent'], [BUYER, GIFT].toSorted()]);
});

it('an email that an earlier release has started continues from its row', async () => {
  const mailId = `${order.id}-gift`;
  const row = { type: 'mail', v: 1, company: 'nordlys', mailId, orderId: order.id, attempts: 1, updatedAtMs: NOW };
  table.put({ ...mailKey('nordlys', mailId), ...row, state: 'calling', holder: 'first', heldUntilMs: NOW + 1 });
  await message('first');
  expect([await states(), sent()]).toEqual([['unconfirmed', 'sent'], [BUYER]]);
});
