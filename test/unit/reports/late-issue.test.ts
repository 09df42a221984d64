import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { itemEntries } from '../../../functions/domain/reporting/book/item-entries.ts';
import { orderBookEntries } from '../../../functions/domain/reporting/book/order-entries.ts';
import { recountBook } from '../../../functions/domain/reporting/book/recount.ts';
import { recordEntries } from '../../../functions/domain/reporting/book/record.ts';
import type { BookEntryRow } from '../../../functions/domain/reporting/book/rows.ts';
import { refundRowKey } from '../../../functions/domain/checkout/orders/refund-rows.ts';
import { transition } from '../../../functions/domain/checkout/orders/transitions.ts';
import { closePostings } from '../../../functions/domain/reporting/postings/close.ts';
import type { PostingsRow } from '../../../functions/domain/reporting/postings/rows.ts';
import { applyChange } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { withdrawRepaid } from '../../../functions/domain/value/items/withdrawal/repaid.ts';
import { issuancesOf } from '../../../functions/domain/value/items/issuance/issue-order.ts';
import { DAY_MS } from '../../../functions/platform/durations.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { TransactWriteCommand } from '../../../functions/storage/commands.ts';
import { COMPANY, SELLER } from '../../model/orders.ts';
import { MemoryTable, type Item } from '../../simulation/memory-table.ts';
import { anOrder, NOW } from '../../support/orders.ts';

const ZONE = SELLER.time_zone;
const { send } = documents;
const { nowMs } = clock;
const table = new MemoryTable();
let now = NOW;

beforeAll(() => {
  table.install();
  clock.nowMs = () => now;
  vi.stubEnv('ENVIRONMENT', 'development');
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = nowMs;
  vi.unstubAllEnvs();
});

const record = (entries: readonly BookEntryRow[]) => recordEntries(entries, new Map([[COMPANY, ZONE]]));
const close = () => closePostings({ company: COMPANY, zone: ZONE });

/** The balance of an account in the journal, in the smallest currency unit. A positive balance is a credit. */
const balanceOf = (name: string): number =>
  table
    .rowsOf<PostingsRow>('postings')
    .flatMap(({ postings }) => postings.flatMap(({ lines }) => lines))
    .reduce((sum, [role, minor]) => (role === name ? sum - minor : sum), 0);
const balances = () => ['liability', 'adjustments', 'disputes'].map(balanceOf);

const lostDispute = (orderId: string, minor: number, whole = false) => {
  const row = {
    orderId,
    refundKey: 'dp_1',
    kind: 'dispute',
    state: 'refunded',
    amount: minor,
    startedAtMs: now,
  } as const;
  const plan = { portions: [{ from: 0, to: 0, minor, whole }], rest: 0 };
  return {
    ...row,
    ...refundRowKey(COMPANY, orderId, row.refundKey),
    type: 'refund',
    v: 1,
    version: 1,
    company: COMPANY,
    by: {},
    plan,
  };
};

it.each([
  { refunded: 20_000, lost: 0 },
  { refunded: 0, lost: 20_000 },
  { refunded: 12_000, lost: 8000 },
])(
  'the liability in the journal is the remaining value of a card that was issued days after refunds of $refunded and a dispute of $lost',
  async ({ refunded, lost }) => {
    const paidAtMs = now;
    const changedAtMs = paidAtMs + DAY_MS;
    const amounts = [['refund', refunded] as const, ['dispute', lost] as const].filter(([, minor]) => minor > 0);
    const moves = amounts.map(([kind, gateway]) => ({ kind, atMs: changedAtMs, gateway, goods: [gateway] }));
    const id = `po_${String(lost).padEnd(32, 'a')}`;
    const order = anOrder({
      company: COMPANY,
      id,
      codeSeed: id,
      status: 'paid',
      fulfillment: { status: 'processing' },
      updatedAtMs: changedAtMs,
      epoch: 1,
      allocated: { shipping: 0, fees: 0, rest: 0, items: [{ from: 0, to: 0, minor: 20_000, whole: false }] },
      payment: {
        status: 'partially_refunded',
        gateway: 'test',
        reference: 'tp_1',
        captured: 51_000,
        refunded: 20_000,
        failedAttempts: [],
        authorizedAtMs: paidAtMs,
        capturedAtMs: paidAtMs,
        moves,
      },
    });
    table.put({ ...SELLER } as unknown as Item);
    table.put({ ...order } as unknown as Item);
    if (lost > 0) table.put(lostDispute(id, lost) as unknown as Item);
    const before = balances();
    await record(orderBookEntries(order));
    now = paidAtMs + 9 * DAY_MS;
    await close();
    now = paidAtMs + 10 * DAY_MS;
    const [issued] = issuancesOf(order, SELLER);
    for (const write of issued?.writes ?? []) if ('put' in write) table.put({ ...write.put });
    if (issued) await record(itemEntries(undefined, issued.item, ZONE));
    now = paidAtMs + 20 * DAY_MS;
    await close();
    expect(issued?.item.remainingMinor).toBe(30_000);
    expect(balances().map((balance, at) => balance - before[at]!)).toEqual([30_000, 0, 0]);
  },
);

it.each([0, 2000])(
  'the journal books a dispute over held value against disputes, even if clocks differ by %d ms',
  async (ms) => {
    const paidAtMs = now;
    const id = `po_${String(ms).padStart(32, 'b')}`;
    const paid = anOrder({
      company: COMPANY,
      id,
      codeSeed: id,
      status: 'fulfilled',
      fulfillment: { status: 'fulfilled' },
      payment: {
        status: 'captured',
        gateway: 'test',
        reference: 'tp_1',
        captured: 51_000,
        refunded: 0,
        failedAttempts: [],
        authorizedAtMs: paidAtMs,
        capturedAtMs: paidAtMs,
      },
    });
    const before = balances();
    const [issued] = issuancesOf(paid, SELLER);
    for (const write of issued?.writes ?? []) if ('put' in write) table.put({ ...write.put });
    const moves = [{ kind: 'dispute', atMs: paidAtMs, gateway: 20_000, goods: [20_000] }] as const;
    const order = { ...paid, payment: { ...paid.payment, refunded: 20_000, moves } };
    table.put({ ...order } as unknown as Item);
    table.put({ ...lostDispute(id, 20_000), startedAtMs: now + ms } as unknown as Item);
    const held = { ...issued!.item, repaidMinor: 20_000, repaidHeldMinor: 20_000 };
    const ended = applyChange(held, withdrawRepaid(held, now)!, { by: {}, requestId: 'item-expiry', atMs: now });
    table.put({ ...ended.item } as unknown as Item);
    table.put({ ...ended.entry } as unknown as Item);
    await record([
      ...orderBookEntries(order),
      ...itemEntries(undefined, issued!.item, ZONE),
      ...itemEntries(held, ended.item, ZONE),
    ]);
    now += 3 * DAY_MS;
    await close();
    expect(balances().map((balance, at) => balance - before[at]!)).toEqual([30_000, 0, 0]);
  },
);

it.each([
  { first: 'dispute', lost: 30_000, refunded: 10_000, isWhole: false },
  { first: 'refund', lost: 20_000, refunded: 30_000, isWhole: true },
] as const)(
  'the journal books a lost dispute against disputes if a refund concerns the same held value and the $first is first',
  async ({ first, lost, refunded, isWhole }) => {
    const id = `po_${first.padEnd(32, '7')}`;
    const paid = anOrder({
      company: COMPANY,
      id,
      codeSeed: id,
      status: 'fulfilled',
      fulfillment: { status: 'fulfilled' },
      payment: {
        status: 'captured',
        gateway: 'test',
        reference: 'tp_1',
        captured: 51_000,
        refunded: 0,
        failedAttempts: [],
        authorizedAtMs: now,
        capturedAtMs: now,
      },
    });
    const before = balances();
    const [issued] = issuancesOf(paid, SELLER);
    for (const write of issued?.writes ?? []) if ('put' in write) table.put({ ...write.put });
    const amounts = [['dispute', lost] as const, ['refund', refunded] as const];
    const moves = amounts.map(([kind, gateway]) => ({ kind, atMs: now, gateway, goods: [gateway] }));
    const order = { ...paid, payment: { ...paid.payment, refunded: lost + refunded, moves } };
    const dispute = lostDispute(id, lost, isWhole);
    const refund = { ...dispute, ...refundRowKey(COMPANY, id, 're_1'), refundKey: 're_1', kind: 'gateway', plan: null };
    // The first takes 200.00 that is free and 100.00 that is held, the second takes held value only.
    const free = { kind: 'withdraw', deltaMinor: -20_000, deltaPieces: 0, status: issued!.item.status } as const;
    const requestId = first === 'dispute' ? 'dp_1' : 're_1';
    const taken = applyChange(issued!.item, free, { by: {}, requestId, atMs: now });
    const repaidMinor = lost + refunded - 20_000;
    const held = { ...taken.item, repaidMinor, repaidHeldMinor: repaidMinor };
    const ended = applyChange(held, withdrawRepaid(held, now)!, { by: {}, requestId: 'item-expiry', atMs: now + 1 });
    for (const row of [order, dispute, refund, taken.entry, ended.item, ended.entry]) {
      table.put({ ...row } as unknown as Item);
    }
    await record([
      ...orderBookEntries(order),
      ...itemEntries(undefined, issued!.item, ZONE),
      ...itemEntries(issued!.item, taken.item, ZONE),
      ...itemEntries(held, ended.item, ZONE),
    ]);
    now += 3 * DAY_MS;
    await close();
    expect(balances().map((balance, at) => balance - before[at]!)).toEqual([50_000 - lost - refunded, 0, 0]);
  },
);

it('the journal clears the liability of an order once if it was refunded while its items were being issued', async () => {
  const [line] = anOrder().lines;
  const id = `po_${'c'.repeat(32)}`;
  const captured = { captured: 51_000, gateway: 'test', reference: 'tp_1' } as const;
  const paid = anOrder({
    company: COMPANY,
    id,
    codeSeed: id,
    status: 'paid',
    fulfillment: { status: 'processing' },
    lines: [{ ...line!, amount: 25_000, quantity: 2, itemValue: 25_000, itemCount: 2 }],
    payment: {
      ...captured,
      failedAttempts: [],
      status: 'captured',
      refunded: 0,
      authorizedAtMs: now,
      capturedAtMs: now,
    },
  });
  const [issued] = issuancesOf(paid, SELLER);
  for (const write of issued?.writes ?? []) if ('put' in write) table.put({ ...write.put });
  const before = balances();
  const taken = { ...issued!.item, repaidWhole: true };
  const withdrawn = applyChange(taken, withdrawRepaid(taken, now)!, { by: {}, requestId: 'r_1', atMs: now });
  table.put({ ...withdrawn.item } as unknown as Item);
  table.put({ ...withdrawn.entry } as unknown as Item);
  const moves = [{ kind: 'refund', atMs: now, gateway: 51_000, fees: 1000, goods: [50_000] }] as const;
  const payment = { ...paid.payment, status: 'refunded', refunded: 51_000, moves } as const;
  const refunded = { ...paid, status: 'cancelled', returned: true, payment } as const;
  table.put({ ...refunded } as unknown as Item);
  await record([
    ...orderBookEntries(refunded),
    ...itemEntries(undefined, issued!.item, ZONE),
    ...itemEntries(taken, withdrawn.item, ZONE),
  ]);
  now += 3 * DAY_MS;
  await close();
  expect(balances().map((balance, at) => balance - before[at]!)).toEqual([0, 0, 0]);
});

it.each([
  { lost: 'issued', seq: 0, requestId: 'dp_1' },
  { lost: 'other', seq: 1, requestId: 're_1' },
])(
  'the journal clears each item against its own account if only one was issued, and the $lost one is lost to a dispute',
  async ({ lost, seq, requestId }) => {
    const [line] = anOrder().lines;
    const id = `po_${lost.padEnd(32, '9')}`;
    const paid = anOrder({
      company: COMPANY,
      id,
      codeSeed: id,
      status: 'paid',
      fulfillment: { status: 'failed' },
      lines: [{ ...line!, amount: 25_000, quantity: 2, itemValue: 25_000, itemCount: 2 }],
      payment: {
        status: 'captured',
        gateway: 'test',
        reference: 'tp_1',
        captured: 51_000,
        refunded: 0,
        failedAttempts: [],
        authorizedAtMs: now,
        capturedAtMs: now,
      },
    });
    const [issued] = issuancesOf(paid, SELLER);
    for (const write of issued?.writes ?? []) if ('put' in write) table.put({ ...write.put });
    const before = balances();
    const taken = { ...issued!.item, repaidWhole: true };
    const withdrawn = applyChange(taken, withdrawRepaid(taken, now)!, { by: {}, requestId, atMs: now });
    const moves = [
      { kind: 'refund', atMs: now, gateway: 25_000, goods: [25_000] },
      { kind: 'dispute', atMs: now, gateway: 26_000, fees: 1000, goods: [25_000] },
    ] as const;
    const payment = { ...paid.payment, status: 'refunded', refunded: 51_000, moves } as const;
    const refunded = { ...paid, status: 'cancelled', returned: true, payment } as const;
    const plan = { portions: [{ from: seq, to: seq, minor: 25_000, whole: true }], rest: 0 };
    const dispute = { ...lostDispute(id, 26_000), plan };
    const refund = { ...dispute, ...refundRowKey(COMPANY, id, 're_1'), refundKey: 're_1', kind: 'gateway', plan: null };
    for (const row of [withdrawn.item, withdrawn.entry, refunded, dispute, refund]) {
      table.put({ ...row } as unknown as Item);
    }
    await record([
      ...orderBookEntries(refunded),
      ...itemEntries(undefined, issued!.item, ZONE),
      ...itemEntries(taken, withdrawn.item, ZONE),
    ]);
    now += 3 * DAY_MS;
    await close();
    // The fee is lost as well.
    expect(balances().map((balance, at) => balance - before[at]!)).toEqual([0, 0, -1000]);
  },
);

it('the journal counts a payment that the gateway reported days late', async () => {
  const unpaid = anOrder({ company: COMPANY, id: `po_${'d'.repeat(32)}`, createdAtMs: now, updatedAtMs: now });
  const payment = { gateway: 'stripe', paymentReference: 'pi_1', amount: 51_000, currency: 'DKK' } as const;
  const event = {
    kind: 'payment_captured',
    by: { system: 'stripe' },
    payment: { ...payment, occurredAtMs: now },
  } as const;
  const before = balanceOf('liability');
  now += 9 * DAY_MS;
  await close();
  const outcome = transition(unpaid, event, now);
  if (outcome.kind !== 'changed') throw new Error(outcome.kind);
  table.put({ ...outcome.order } as unknown as Item);
  await record(orderBookEntries(outcome.order));
  now += 3 * DAY_MS;
  await close();
  expect(balanceOf('liability') - before).toBe(50_000);
});

describe('entries of a posted day that are written days later', () => {
  const capturedLate = (id: string) =>
    anOrder({
      company: COMPANY,
      id: `po_${id.repeat(32)}`,
      status: 'paid',
      fulfillment: { status: 'processing' },
      payment: {
        status: 'captured',
        gateway: 'test',
        reference: `tp_${id}`,
        captured: 51_000,
        refunded: 0,
        failedAttempts: [],
        authorizedAtMs: now,
        capturedAtMs: now,
      },
    });
  const storeAndClose = async (id: string) => {
    const order = capturedLate(id);
    table.put({ ...order } as unknown as Item);
    now += 9 * DAY_MS;
    await close();
    return order;
  };

  it('are posted once with the next day that is closed, even if the stream delivers them again', async () => {
    const before = balanceOf('liability');
    const order = await storeAndClose('e');
    for (let delivery = 0; delivery < 3; delivery++) {
      await record(orderBookEntries(order));
      now += 3 * DAY_MS;
      await close();
      expect(balanceOf('liability') - before).toBe(50_000);
    }
  });

  it('are posted when a recount writes them', async () => {
    const before = balanceOf('liability');
    await storeAndClose('f');
    await recountBook(COMPANY, ZONE, { pauseMs: 0 });
    now += 3 * DAY_MS;
    await close();
    expect(balanceOf('liability') - before).toBe(50_000);
  });

  it('are posted years later without a read for each day since', async () => {
    const before = balanceOf('liability');
    const order = await storeAndClose('8');
    now += 4 * 365 * DAY_MS;
    await close();
    await record(orderBookEntries(order));
    now += 3 * DAY_MS;
    const untouched = documents.send;
    let calls = 0;
    documents.send = async (command) => {
      calls += 1;
      return untouched(command);
    };
    await close();
    Object.assign(documents, { send: untouched });
    expect(balanceOf('liability') - before).toBe(50_000);
    expect(calls).toBeLessThan(50);
  });

  it('are posted when they are written while their day is being closed, together with days without entries', async () => {
    const before = balanceOf('liability');
    await close();
    now += 5 * DAY_MS;
    const order = capturedLate('9');
    table.put({ ...order } as unknown as Item);
    now += 9 * DAY_MS;
    const untouched = documents.send;
    documents.send = async (command) => {
      if (command instanceof TransactWriteCommand) {
        Object.assign(documents, { send: untouched });
        await record(orderBookEntries(order));
      }
      return untouched(command);
    };
    await close();
    now += 3 * DAY_MS;
    await close();
    expect(balanceOf('liability') - before).toBe(50_000);
  });
});
