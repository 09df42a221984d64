import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { applyChange, issueItem } from '../../functions/domain/value/items/ledger/ledger.ts';
import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import { orderKey, ordersOf, type OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../functions/domain/catalog/products/line-shape.ts';
import { checkCompany } from '../../functions/domain/reporting/reports/check-company.ts';
import {
  partCodec,
  partKey,
  readParts,
  type PartList,
} from '../../functions/domain/reporting/reports/integrity-parts.ts';
import { readIntegrity } from '../../functions/domain/reporting/reports/integrity.ts';
import { requestCheck } from '../../functions/domain/reporting/reports/request-check.ts';
import type { CheckLimits } from '../../functions/domain/reporting/reports/check-list.ts';
import type { IntegrityRow } from '../../functions/domain/reporting/reports/rows.ts';
import { moveStockWrites } from '../../functions/domain/catalog/stock/counters.ts';
import { stockKey } from '../../functions/domain/catalog/stock/rows.ts';
import { itemEntries } from '../../functions/domain/reporting/book/item-entries.ts';
import { putRows } from '../../functions/storage/put-rows.ts';
import { clock } from '../../functions/platform/clock.ts';
import { log } from '../../functions/platform/log.ts';
import { putRow, updateRow } from '../../functions/storage/table.ts';
import { transact } from '../../functions/storage/transactions.ts';
import { startTableInProcess, type TestTable } from '../support/table.ts';
import { company, event, option } from '../unit/operator-data/samples.ts';
import { itemFacts } from '../unit/reports/items.ts';

const SLUG = 'large';
const ENTRIES = 24;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST = Date.UTC(2027, 0, 1);
const hold = { productId: 'evt_1', optionId: 'evto_1', quantity: 1 };
/** A small limit, so that the books of this test count as large. */
const SMALL_PARTS: CheckLimits = { partEntries: 1 };

let table: TestTable;
let nowMs = FIRST + DAY_MS;
const error = vi.spyOn(log, 'error').mockImplementation(() => undefined);
const alarms = () => error.mock.calls.map(([, details]) => (details as { alarm?: string }).alarm);

const order = (number: number, status: OrderRow['status'], atMs = FIRST + number): OrderRow => {
  const id = `po_${number}`;
  const position = `${String(atMs).padStart(14, '0')}#${id}`;
  return {
    ...orderKey(SLUG, id),
    ix1pk: ordersOf(SLUG).partition,
    ix1sk: position,
    type: 'order',
    v: 1,
    id,
    status,
    epoch: 0,
    payment: { status: status === 'pending_payment' ? 'pending' : 'captured', captured: 0, refunded: 0 },
    updatedAtMs: 0,
    amounts: {
      currency: 'DKK',
      subtotal: 0,
      discount: 0,
      fees: 0,
      shipping: 0,
      tax: 0,
      tax_percent: 25,
      included_vat: [],
      total: 0,
    },
    discount: null,
    lines: [
      {
        id: `poli_${number}`,
        quantity: 1,
        itemCount: 1,
        subtotal: 0,
        discount: 0,
        holds: [hold],
      } as Partial<OrderLine>,
    ],
  } as unknown as OrderRow;
};

const ZONE = 'Europe/Copenhagen';

const card = (number: number) =>
  issueItem({
    facts: itemFacts({ company: SLUG, code: `CARD-${number}`, createdAtMs: FIRST + number }),
    status: 6,
    by: {},
    requestId: 'r',
  });

/** Runs the check of the next night. `proven` counts the parts of a list that it checked. */
const checkNextNight = async (
  limits: CheckLimits = {},
): Promise<{ row: IntegrityRow; proven: (list: PartList) => Promise<number> }> => {
  nowMs += DAY_MS;
  error.mockClear();
  const row = await checkCompany(SLUG, { ...SMALL_PARTS, ...limits });
  return {
    row,
    proven: async (list) => (await readParts(SLUG, list)).filter(({ provenAtMs }) => provenAtMs === nowMs).length,
  };
};

beforeAll(async () => {
  table = await startTableInProcess();
  vi.spyOn(clock, 'nowMs').mockImplementation(() => nowMs);
  await importOperatorData({ companies: [company(SLUG)], events: [event(SLUG, 1, [option(1, { stock: 100 })])] });
  for (let number = 1; number <= ENTRIES; number++) {
    await transact(moveStockWrites(SLUG, [hold], 'take'));
    if (number > 1) await transact(moveStockWrites(SLUG, [hold], 'sell'));
    await putRow(order(number, number > 1 ? 'fulfilled' : 'pending_payment'));
    const { item, entry } = card(number);
    await putRow(item);
    await putRow(entry);
    await putRows(itemEntries(undefined, item, ZONE));
  }
});
afterAll(async () => {
  vi.restoreAllMocks();
  await table.stop();
});

describe('the check of large books', () => {
  test('a first run that exceeds its time reports nothing yet, continues where it ended, and stays due', async () => {
    const { row } = await checkNextNight({ stopAt: performance.now() - 1 });
    expect(await readIntegrity(SLUG)).toMatchObject({ ok: null, proven_since: null, checks: [] });
    expect(Number(row.duesk!.slice(0, 14))).toBeLessThanOrEqual(nowMs);
    await checkNextNight();
    expect(await readIntegrity(SLUG)).toMatchObject({
      ok: true,
      proven_since: new Date(nowMs).toISOString().replace('.000Z', '+00:00'),
      checks: [
        { name: 'ledger', checked: ENTRIES },
        { name: 'seats' },
        { name: 'stock', checked: 2 },
        { name: 'money', checked: ENTRIES },
        { name: 'codes' },
        { name: 'payments' },
        { name: 'figures' },
      ],
    });
  });

  test('a share is checked each night, everything is checked within three nights, and the report has the time of the oldest check', async () => {
    const wholeAtMs = nowMs;
    for (const since of [wholeAtMs, wholeAtMs, wholeAtMs + DAY_MS]) {
      const { row, proven } = await checkNextNight();
      expect(await proven('orders')).toBeLessThan(ENTRIES / 2);
      expect(await proven('items')).toBeLessThan(ENTRIES / 2);
      expect(row.provenSinceMs).toBe(since);
    }
    expect(alarms()).toEqual([]);
  });

  test('counters are correct while checked orders change and others are created', async () => {
    await transact(moveStockWrites(SLUG, [hold], 'sell'));
    await putRow(order(1, 'fulfilled'));
    await transact(moveStockWrites(SLUG, [hold], 'take'));
    await putRow(order(ENTRIES + 1, 'pending_payment', nowMs));
    const { row } = await checkNextNight();
    expect(row.checks.map(({ faults }) => faults)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('parts that two concurrent checks split differently are counted once', async () => {
    const [first, second] = await readParts(SLUG, 'orders');
    const after = `${first!.after}1`;
    await putRow(
      partCodec.write({ ...second!, ...partKey(SLUG, 'orders', after), after, sold: { 'evt_1 evto_1': 7 } }),
    );
    expect((await checkNextNight()).row.checks.map(({ faults }) => faults)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('a missing unit in any part is found on the same night, and every night until it is back', async () => {
    const move = (by: number) =>
      updateRow({
        key: stockKey(SLUG, 'evt_1', 'evto_1'),
        update: 'SET sold = sold + :by, remaining = remaining - :by',
        values: { ':by': by },
      });
    await move(1);
    await checkNextNight();
    expect(await readIntegrity(SLUG)).toMatchObject({ ok: false, findings: [{ check: 'stock' }] });
    expect(alarms()).toEqual(['integrity_failed']);
    await move(-1);
    await checkNextNight();
    expect(alarms()).toEqual([]);
  });

  test('an incorrect claim is found on the next night, and shown until it is corrected', async () => {
    const { item } = card(ENTRIES - 3);
    const claim = { kind: 'claim', deltaMinor: -100, deltaPieces: 0, status: 6 } as const;
    const next = applyChange(item, claim, { by: {}, requestId: 'r2', atMs: nowMs });
    await putRow(next.entry);
    await putRow({ ...next.item, claimedMinor: 0 } as typeof next.item);
    for (let again = 0; again < 3; again++) {
      await checkNextNight();
      expect(await readIntegrity(SLUG)).toMatchObject({ findings: [{ check: 'ledger', subject: item.code }] });
      expect(alarms()).toEqual(['integrity_failed']);
    }
    await putRow(next.item);
    await putRows(itemEntries(item, next.item, ZONE));
    await checkNextNight();
    expect(await readIntegrity(SLUG)).toMatchObject({ ok: true, findings: [] });
  });

  test('an item whose balance was changed without a ledger entry is found within seven nights, and immediately on request', async () => {
    const { item } = card(2);
    await putRow({ ...item, remainingMinor: 1 } as typeof item);
    let nights = 0;
    do await checkNextNight();
    while (alarms().length === 0 && ++nights < 7);
    expect(alarms()).toEqual(['integrity_failed']);
    await putRow(item);
    await checkNextNight();
    await putRow({ ...card(3).item, remainingMinor: 1 } as typeof item);
    const { proven } = await checkNextNight({ whole: true });
    expect(alarms()).toEqual(['integrity_failed']);
    expect(await proven('items')).toBeGreaterThanOrEqual(ENTRIES);
    await putRow(card(3).item);
  });

  test('every item is checked on the next night after a change to how long items can be claimed', async () => {
    nowMs += HOUR_MS;
    await requestCheck(SLUG);
    const changed = await checkNextNight();
    expect(await changed.proven('items')).toBeGreaterThanOrEqual(ENTRIES);
    expect(await changed.proven('orders')).toBeLessThan(ENTRIES / 2);
    const next = await checkNextNight();
    expect(await next.proven('items')).toBeLessThan(ENTRIES / 2);
  });

  test('an outdated check raises an alarm', async () => {
    nowMs += 20 * DAY_MS;
    await checkNextNight({ stopAt: performance.now() - 1 });
    expect(alarms()).toContain('integrity_overdue');
  });
});
