import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { stripeGateway } from '../../../functions/adapters/payments/stripe.ts';
import { GatewayUnavailable, UNKNOWN_PAYMENT } from '../../../functions/adapters/payments/port.ts';
import { refundRefusal } from '../../../functions/domain/checkout/orders/refund-rules.ts';
import { disputeRowKey, type DisputeRow } from '../../../functions/domain/checkout/orders/dispute-rows.ts';
import { refundRowKey, type RefundRow } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import { orderKey, type OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { orderBookEntries } from '../../../functions/domain/reporting/book/order-entries.ts';
import { completeDispute, recordDispute } from '../../../functions/domain/payments/disputes/record.ts';
import { log } from '../../../functions/platform/log.ts';
import { documents } from '../../../functions/storage/client.ts';
import { COMPANY, SELLER } from '../../model/orders.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { anOrder, NOW } from '../../support/orders.ts';

type Status = 'open' | 'won' | 'lost';
const KINDS = { open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const;
const LOST = 20_000;

const { send } = documents;
const table = new MemoryTable();
const readPayment = vi.spyOn(stripeGateway, 'readPayment');
beforeAll(() => {
  table.install();
  vi.stubEnv('ENVIRONMENT', 'development');
  vi.stubEnv('APP_SECRET', '11'.repeat(32));
  vi.spyOn(log, 'error').mockImplementation(() => undefined);
});
beforeEach(() => {
  table.clear();
  readPayment.mockReset();
});
afterAll(() => {
  Object.assign(documents, { send });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A dispute of the order, reported while Stripe lists `current`, newest first, or is unreachable. */
const reportOf = async (
  order: OrderRow,
  { disputeId = 'dp_1', status, amount = LOST }: { disputeId?: string; status: Status; amount?: number },
  current: readonly [disputeId: string, status: Status][] | undefined,
): Promise<void> => {
  readPayment.mockImplementation(async () => {
    if (!current) throw new GatewayUnavailable('unreachable');
    const disputes = current.map(([id, each]) => ({ disputeId: id, status: each, amount: LOST }));
    return { ...UNKNOWN_PAYMENT, disputes };
  });
  await recordDispute(order, {
    kind: KINDS[status],
    noticeId: `evt_${crypto.randomUUID()}`,
    gateway: 'stripe',
    company: COMPANY,
    orderId: order.id,
    paymentReference: 'pi_1',
    disputeId,
    amount,
    currency: 'DKK',
    occurredAtMs: NOW,
  });
};

/** A paid order and its dispute, whose reports arrive while Stripe has its status `current`, or is unreachable. */
const disputedOrder = () => {
  const order = anOrder({
    company: COMPANY,
    status: 'paid',
    fulfillment: { status: 'processing' },
    payment: {
      status: 'captured',
      gateway: 'stripe',
      reference: 'pi_1',
      captured: 51_000,
      refunded: 0,
      failedAttempts: [],
      capturedAtMs: NOW,
    },
  });
  table.put({ ...SELLER });
  table.put({ ...order });
  const report = (status: Status, current: Status | undefined): Promise<void> =>
    reportOf(order, { status }, current && [['dp_1', current]]);
  const read = () => table.get(orderKey(COMPANY, order.id)) as unknown as OrderRow;
  const readLoss = () => table.get(refundRowKey(COMPANY, order.id, 'dp_1')) as unknown as RefundRow | undefined;
  return { report, read, readLoss };
};

it.each<[string, [Status, Status][], Status]>([
  [
    'won, then lost',
    [
      ['open', 'open'],
      ['won', 'won'],
      ['lost', 'lost'],
    ],
    'lost',
  ],
  [
    'reported as won after it was lost',
    [
      ['open', 'lost'],
      ['lost', 'lost'],
      ['won', 'lost'],
    ],
    'lost',
  ],
  [
    'reported as lost after it was won',
    [
      ['open', 'won'],
      ['won', 'won'],
      ['lost', 'won'],
    ],
    'won',
  ],
  [
    'lost, won on appeal, then lost',
    [
      ['lost', 'lost'],
      ['won', 'won'],
      ['lost', 'lost'],
    ],
    'lost',
  ],
  [
    'lost, then won on appeal, twice',
    [
      ['lost', 'lost'],
      ['won', 'won'],
      ['lost', 'lost'],
      ['won', 'won'],
    ],
    'won',
  ],
  [
    'won, opened again, then lost',
    [
      ['won', 'won'],
      ['open', 'open'],
      ['lost', 'lost'],
    ],
    'lost',
  ],
  [
    'won, opened again, then won',
    [
      ['won', 'won'],
      ['open', 'open'],
      ['won', 'won'],
    ],
    'won',
  ],
  [
    'lost, and opened again',
    [
      ['lost', 'lost'],
      ['open', 'open'],
    ],
    'open',
  ],
  [
    'reported as open after it was won',
    [
      ['won', 'won'],
      ['open', 'won'],
    ],
    'won',
  ],
])('a dispute that is %s has the status that the gateway reports', async (_, reports, status) => {
  const { report, read, readLoss } = disputedOrder();
  for (const [reported, current] of reports) {
    await report(reported, current);
    await report(reported, current);
  }
  const order = read();
  expect(order.payment.dispute).toMatchObject({ status, amount: LOST });
  expect(order.payment.refunded).toBe(status === 'lost' ? LOST : 0);
  expect(readLoss()?.state ?? 'failed').toBe(status === 'lost' ? 'refunded' : 'failed');
  expect(refundRefusal(order)?.code).toBe(status === 'won' ? undefined : 'order_not_refundable');
});

it('a report that contradicts the recorded end is not acknowledged while the gateway cannot be read', async () => {
  const { report, read } = disputedOrder();
  await report('lost', 'lost');
  const before = read();
  await expect(report('won', undefined)).rejects.toThrow(GatewayUnavailable);
  expect(read()).toEqual(before);
});

const readDispute = (disputeId: string) =>
  table.get(disputeRowKey(COMPANY, anOrder({}).id, disputeId)) as unknown as DisputeRow;

it('an order keeps its newest dispute, and the loss of an older one leaves the newest open', async () => {
  const { read } = disputedOrder();
  await reportOf(read(), { disputeId: 'dp_2', status: 'open' }, [['dp_2', 'open']]);
  const current: [string, Status][] = [
    ['dp_2', 'open'],
    ['dp_1', 'lost'],
  ];
  await reportOf(read(), { disputeId: 'dp_1', status: 'open' }, current);
  expect(read().payment.dispute).toMatchObject({ id: 'dp_2', status: 'open' });
  expect(readDispute('dp_1').status).toBe('open');
  await reportOf(read(), { disputeId: 'dp_1', status: 'lost' }, current);
  expect(read().payment).toMatchObject({ dispute: { id: 'dp_2', status: 'open' }, lostOlder: 'dp_1', refunded: LOST });
});

it('a lost dispute counts the amount that the gateway reports as lost', async () => {
  const { read } = disputedOrder();
  await reportOf(read(), { status: 'open' }, [['dp_1', 'open']]);
  await reportOf(read(), { status: 'lost', amount: LOST - 5000 }, [['dp_1', 'lost']]);
  expect(read().payment).toMatchObject({ refunded: LOST - 5000, dispute: { status: 'lost', amount: LOST - 5000 } });
});

it('a dispute that is lost during a refund counts once the refund has ended, and no late report ends it', async () => {
  const { read } = disputedOrder();
  await reportOf(read(), { status: 'open' }, [['dp_1', 'open']]);
  table.put({
    ...read(),
    refund: { key: 'refund-1', amount: 1000, startedAtMs: NOW, state: 'running', plan: { portions: [], rest: 1000 } },
  });
  await reportOf(read(), { status: 'lost' }, [['dp_1', 'lost']]);
  await reportOf(read(), { status: 'won' }, [['dp_1', 'lost']]);
  expect(readDispute('dp_1').status).toBe('losing');
  expect(read().payment).toMatchObject({ refunded: 0, dispute: { status: 'open' } });
  const { refund: _refund, ...ended } = read();
  table.put({ ...ended });
  await completeDispute(readDispute('dp_1'));
  expect(readDispute('dp_1').status).toBe('lost');
  expect(read().payment).toMatchObject({ refunded: LOST, dispute: { status: 'lost' } });
});

it('a loss counts again if the process stopped after the failure of its refund, before the win', async () => {
  const { read, readLoss } = disputedOrder();
  await reportOf(read(), { status: 'lost' }, [['dp_1', 'lost']]);
  const lost = readDispute('dp_1');
  await reportOf(read(), { status: 'won' }, [['dp_1', 'won']]);
  expect(readLoss()?.state).toBe('failed');
  table.put({ ...lost });
  await reportOf(read(), { status: 'lost' }, [['dp_1', 'lost']]);
  expect(read().payment.refunded).toBe(LOST);
  expect(readLoss()?.state).toBe('refunded');
});

it('a loss whose failure still waits for another refund stays counted once', async () => {
  const { read, readLoss } = disputedOrder();
  await reportOf(read(), { status: 'lost' }, [['dp_1', 'lost']]);
  table.put({
    ...read(),
    refund: { key: 'refund-1', amount: 1000, startedAtMs: NOW, state: 'running', plan: { portions: [], rest: 1000 } },
  });
  await reportOf(read(), { status: 'won' }, [['dp_1', 'won']]);
  expect(readLoss()?.state).toBe('failing');
  const { refund: _refund, ...ended } = read();
  table.put({ ...ended });
  await reportOf(read(), { status: 'lost' }, [['dp_1', 'lost']]);
  expect(read().payment.refunded).toBe(LOST);
  expect(readLoss()).toMatchObject({ state: 'refunded', counted: LOST });
});

it('a win that is reported twice adds one movement', async () => {
  const { read } = disputedOrder();
  await reportOf(read(), { status: 'open' }, [['dp_1', 'open']]);
  await reportOf(read(), { status: 'won' }, [['dp_1', 'won']]);
  await reportOf(read(), { status: 'won' }, [['dp_1', 'won']]);
  expect(read().payment.moves?.filter(({ kind }) => kind === 'won')).toHaveLength(1);
});

it.each<[Status[], { won: number; lost: number }]>([
  [['open', 'won'], { won: LOST, lost: 0 }],
  [['won', 'open'], { won: 0, lost: 0 }],
  [['won', 'open', 'won'], { won: LOST, lost: 0 }],
  [['won', 'lost'], { won: 0, lost: LOST }],
  [['won', 'open', 'lost'], { won: 0, lost: LOST }],
  [['lost', 'won'], { won: LOST, lost: 0 }],
  [['lost', 'open'], { won: 0, lost: 0 }],
  [['lost', 'open', 'won'], { won: LOST, lost: 0 }],
  [['lost', 'won', 'lost'], { won: 0, lost: LOST }],
  [['lost', 'won', 'open', 'lost'], { won: 0, lost: LOST }],
  [['won', 'lost', 'won'], { won: LOST, lost: 0 }],
])('statements list the end of a dispute that is %j', async (statuses, sums) => {
  const { report, read } = disputedOrder();
  for (const status of statuses) await report(status, status);
  const order = read();
  const parts = orderBookEntries({ ...order, amounts: { ...order.amounts, total: 51_000 } }).flatMap((e) => e.parts);
  const sumOf = (figure: 'disputes_won' | 'disputes_lost'): number =>
    parts.reduce((sum, { figures }) => sum + (figures[figure] ?? 0), 0);
  expect({ won: sumOf('disputes_won'), lost: sumOf('disputes_lost') }).toEqual(sums);
});
