import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { abandonPayment } from '../../../functions/domain/payments/test-gateway/abandon.ts';
import { closeSession } from '../../../functions/domain/payments/test-gateway/close-session.ts';
import { noticeMessages } from '../../../functions/domain/payments/test-gateway/notices.ts';
import { openGatewaySession } from '../../../functions/domain/payments/test-gateway/open-session.ts';
import { pay } from '../../../functions/domain/payments/test-gateway/pay.ts';
import { readPayment } from '../../../functions/domain/payments/test-gateway/read-payment.ts';
import { findGatewaySession } from '../../../functions/domain/payments/test-gateway/read-session.ts';
import { refund } from '../../../functions/domain/payments/test-gateway/refund.ts';
import { cardAttempt, paymentReferenceOf } from '../../../functions/domain/payments/test-gateway/rules.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { startTable, type TestTable } from '../../support/table.ts';
import { sessionInput } from './fixtures.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());
const realClock = clock.nowMs;
afterEach(() => {
  clock.nowMs = realClock;
});

const opened = async (): Promise<string> => {
  const input = sessionInput();
  await openGatewaySession(input);
  return input.sessionId;
};
const advance = (ms: number): void => {
  const from = clock.nowMs;
  clock.nowMs = () => from() + ms;
};
const messages = async (sessionId: string) => {
  const session = await findGatewaySession(sessionId);
  return session ? noticeMessages(undefined, session) : [];
};
/** Kinds of notifications by the change that causes them. */
const owed = async (sessionId: string): Promise<string[][]> =>
  (await messages(sessionId)).map(({ body }) => body.notices.map(({ kind }) => kind));
const TAKEN = cardAttempt({ number: '4242424242424242' });
const DECLINED = cardAttempt({ number: '4000000000000002' });

describe('opening', () => {
  test('twice returns the first session', async () => {
    const input = sessionInput();
    const first = await openGatewaySession(input);
    expect(await openGatewaySession({ ...input, expiresAtMs: input.expiresAtMs + 5000 })).toEqual(first);
  });

  test('after the session was closed creates nothing that can be paid', async () => {
    const input = sessionInput();
    expect(await closeSession(input.sessionId)).toEqual({ state: 'closed' });
    await openGatewaySession(input);
    expect(await pay(input.sessionId, TAKEN)).toEqual({ kind: 'unknown' });
  });
});

describe('paying', () => {
  test('with immediate capture sends only the notice of the capture, and captures the full amount', async () => {
    const id = await opened();
    expect(await pay(id, TAKEN)).toMatchObject({ kind: 'returned', status: 'authorized' });
    expect(await owed(id)).toEqual([['captured']]);
    expect(await readPayment(paymentReferenceOf(id))).toMatchObject({
      status: 'captured',
      captured: 61_000,
      refunded: 0,
    });
  });

  test('concurrently many times pays once', async () => {
    const id = await opened();
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(id, TAKEN, 0)));
    expect(new Set(answers.map((answer) => answer.kind))).toEqual(new Set(['returned']));
    expect(await owed(id)).toEqual([['captured']]);
  });

  test('with another card after it is paid is refused', async () => {
    const id = await opened();
    await pay(id, TAKEN);
    expect(await pay(id, cardAttempt({ number: '4000000000005126' }))).toMatchObject({
      kind: 'refused',
      state: 'paid',
    });
  });

  test('can be retried on the same link after a decline', async () => {
    const id = await opened();
    expect(await pay(id, DECLINED, 0)).toMatchObject({ status: 'declined' });
    expect(await pay(id, TAKEN, 0)).toMatchObject({ status: 'authorized' });
    expect((await owed(id)).flat()).toEqual(['failed', 'captured']);
  });

  test('with a form that is sent twice counts as one declined attempt, and a second try as another', async () => {
    const id = await opened();
    await pay(id, DECLINED, 0);
    await pay(id, DECLINED, 0);
    expect(await owed(id)).toEqual([['failed']]);
    await pay(id, DECLINED, 1);
    await pay(id, DECLINED);
    expect(await owed(id)).toHaveLength(3);
  });

  test('with several declines has a separate reference for each attempt', async () => {
    const id = await opened();
    await pay(id, DECLINED);
    await pay(id, cardAttempt({ number: '4000000000009995' }));
    const notices = (await messages(id)).flatMap(({ body }) => body.notices);
    expect(new Set(notices.map((notice) => notice.paymentReference)).size).toBe(2);
    expect(notices[1]).toMatchObject({ reason: expect.stringContaining('insufficient funds') });
  });

  test('can be retried until the link expires, and each of many declines is reported once', async () => {
    const id = await opened();
    const reported: string[] = [];
    let before = await findGatewaySession(id);
    for (let attempt = 0; attempt < 120; attempt++) {
      await pay(id, attempt < 119 ? DECLINED : TAKEN, attempt);
      const after = (await findGatewaySession(id))!;
      reported.push(...noticeMessages(before, after).flatMap(({ body }) => body.notices.map((n) => n.noticeId)));
      before = after;
    }
    expect([reported.length, new Set(reported).size, before?.state]).toEqual([120, 120, 'paid']);
    expect(before?.owed).toHaveLength(50);
  });

  test('is refused when the link has expired', async () => {
    const id = await opened();
    advance(30 * 60_000 + 1);
    expect(await pay(id, TAKEN)).toMatchObject({ kind: 'refused', state: 'lapsed' });
    expect(await owed(id)).toEqual([]);
  });

  test('is refused when the seller closed the session; closing after payment reports that it was paid', async () => {
    const closed = await opened();
    await closeSession(closed);
    expect(await pay(closed, TAKEN)).toMatchObject({ kind: 'refused', state: 'closed' });
    const paid = await opened();
    await pay(paid, TAKEN);
    expect(await closeSession(paid)).toMatchObject({ state: 'paid', payment: { status: 'captured', amount: 61_000 } });
  });

  test('and closing concurrently have exactly one effect', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await opened();
      const [payment, closing] = await Promise.all([pay(id, TAKEN), closeSession(id)]);
      expect(closing.state).toBe(payment.kind === 'returned' ? 'paid' : 'closed');
    }
  });

  test('with the slow card is captured a minute later', async () => {
    const id = await opened();
    await pay(id, cardAttempt({ number: '4000000000000341' }));
    expect(await readPayment(paymentReferenceOf(id))).toMatchObject({ status: 'authorized', captured: 0 });
    const owing = await messages(id);
    expect(owing.map(({ body, delaySeconds }) => [body.notices[0]?.kind, delaySeconds])).toEqual([
      ['authorized', 0],
      ['captured', 60],
    ]);
    advance(60_000);
    expect(await readPayment(paymentReferenceOf(id))).toMatchObject({ status: 'captured', captured: 61_000 });
  });

  test('with the card for repeated notifications notifies three times and out of order', async () => {
    const id = await opened();
    await pay(id, cardAttempt({ number: '4000000000000259' }));
    const [kinds = []] = await owed(id);
    expect(kinds[0]).toBe('captured');
    expect(kinds.toSorted()).toEqual(['authorized', 'authorized', 'authorized', 'captured', 'captured', 'captured']);
  });
});

describe('leaving the page', () => {
  test('closes the link immediately, and can be repeated', async () => {
    const id = await opened();
    expect(await abandonPayment(id)).toMatchObject({ kind: 'returned', status: 'cancelled' });
    expect(await abandonPayment(id)).toMatchObject({ kind: 'returned', status: 'cancelled' });
    expect(await pay(id, TAKEN)).toMatchObject({ kind: 'refused', state: 'closed' });
    expect(await owed(id)).toEqual([['cancelled']]);
  });

  test('does not undo a payment', async () => {
    const id = await opened();
    await pay(id, TAKEN);
    expect(await abandonPayment(id)).toMatchObject({ kind: 'refused', state: 'paid' });
  });
});

describe('refunds', () => {
  const refundOf = (id: string, amount: number, refundKey: string) =>
    refund({ paymentReference: paymentReferenceOf(id), amount, currency: 'DKK', refundKey });

  test('under one key happen once, even when requested repeatedly and concurrently', async () => {
    const id = await opened();
    await pay(id, TAKEN);
    const answers = await Promise.all(Array.from({ length: 5 }, () => refundOf(id, 1000, 'a')));
    expect(answers).toEqual(answers.map(() => ({ status: 'refunded', amount: 1000 })));
    expect(await readPayment(paymentReferenceOf(id))).toMatchObject({ refunded: 1000 });
  });

  test('never exceed the paid amount', async () => {
    const id = await opened();
    await pay(id, TAKEN);
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((key) => refundOf(id, 20_000, key)));
    expect(answers.filter(({ status }) => status === 'refunded')).toHaveLength(3);
    expect(await refundOf(id, 1000, 'e')).toEqual({ status: 'refunded', amount: 1000 });
    expect(await refundOf(id, 1, 'f')).toMatchObject({ status: 'declined' });
  });

  test('of the card that refuses refunds are declined', async () => {
    const id = await opened();
    await pay(id, cardAttempt({ number: '4000000000005126' }));
    expect(await refundOf(id, 1000, 'a')).toMatchObject({ status: 'declined' });
    expect(await readPayment(paymentReferenceOf(id))).toMatchObject({ refunded: 0 });
  });

  test('of an unknown payment are refused', async () => {
    const result = await refund({ paymentReference: 'tp_none', amount: 1, currency: 'DKK', refundKey: 'a' });
    expect(result).toMatchObject({ status: 'declined' });
  });
});
