import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { ordersOf, orderKey, type OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../../functions/domain/catalog/products/line-shape.ts';
import { reconcilePayment } from '../../../functions/domain/payments/notices/reconcile.ts';
import { checkCompany } from '../../../functions/domain/reporting/reports/check-company.ts';
import { requestCheck } from '../../../functions/domain/reporting/reports/request-check.ts';
import { integrityKey, type IntegrityRow } from '../../../functions/domain/reporting/reports/rows.ts';
import { readIntegrity } from '../../../functions/domain/reporting/reports/integrity.ts';
import { itemEntries } from '../../../functions/domain/reporting/book/item-entries.ts';
import { recordEntries } from '../../../functions/domain/reporting/book/record.ts';
import { companyKey } from '../../../functions/domain/company/companies/rows.ts';
import { moveStockWrites } from '../../../functions/domain/catalog/stock/counters.ts';
import { stockKey } from '../../../functions/domain/catalog/stock/rows.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { log } from '../../../functions/platform/log.ts';
import { dueMoment } from '../../../functions/storage/due.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow, putRow, updateRow, type Key } from '../../../functions/storage/table.ts';
import { transact } from '../../../functions/storage/transactions.ts';
import { startTable, type TestTable } from '../../support/table.ts';
import { company, event, option } from '../operator-data/samples.ts';
import { itemFacts } from './items.ts';

vi.mock(import('../../../functions/domain/payments/notices/reconcile.ts'), () => ({
  reconcilePayment: vi.fn<typeof reconcilePayment>(),
}));

const SLUG = 'books';
const ZONE = 'Europe/Copenhagen';
const SEATS = 3;
const holds = ['evto_1', 'seats'].map((optionId) => ({ productId: 'evt_1', optionId, quantity: SEATS }));

let table: TestTable;
const error = vi.spyOn(log, 'error').mockImplementation(() => undefined);

/** The checked part of a fulfilled order of three seats. */
const order = {
  ...orderKey(SLUG, 'po_1'),
  ix1pk: ordersOf(SLUG).partition,
  ix1sk: '1#po_1',
  type: 'order',
  v: 1,
  id: 'po_1',
  status: 'fulfilled',
  payment: { status: 'captured', captured: 0, refunded: 0 },
  epoch: 0,
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
      id: 'poli_1',
      quantity: SEATS,
      itemCount: SEATS,
      subtotal: 0,
      discount: 0,
      event: { slug: 'event-1' },
      holds,
    } as Partial<OrderLine>,
  ],
} as unknown as OrderRow;

const ticketRows = (number: number) =>
  issueItem({
    facts: itemFacts({
      company: SLUG,
      code: `TICKET-${number}`,
      orderId: 'po_1',
      lineId: 'poli_1',
      itemType: 'TICKET',
      sequence: number,
    }),
    status: 6,
    by: {},
    requestId: 'r',
  });

const issueTicket = async (number: number): Promise<void> => {
  const { item, entry } = ticketRows(number);
  await putRow(item);
  await putRow(entry);
  await recordEntries(itemEntries(undefined, item, ZONE), new Map([[SLUG, ZONE]]));
};

beforeAll(async () => {
  table = await startTable();
  await importOperatorData({
    companies: [company(SLUG), company('rested'), company('unheard'), company('changed')],
    events: [event(SLUG, 1, [option(1, { stock: 10 })])],
  });
  await transact(moveStockWrites(SLUG, holds, 'take'));
  await transact(moveStockWrites(SLUG, holds, 'sell'));
  await putRow(order);
  for (const number of [1, 2, 3]) await issueTicket(number);
});
afterAll(() => table.stop());

describe('the check of the books of a company', () => {
  test('correct books raise no alarm', async () => {
    await checkCompany(SLUG);
    expect(await readIntegrity(SLUG)).toMatchObject({
      ok: true,
      checks: [
        { name: 'ledger', checked: 3, faults: 0 },
        { name: 'seats', checked: 1, faults: 0 },
        { name: 'stock', checked: 2, faults: 0 },
        { name: 'money', checked: 1, faults: 0 },
        { name: 'codes', checked: 0, faults: 0 },
        { name: 'payments', checked: 0, faults: 0 },
        { name: 'figures', checked: expect.any(Number), faults: 0 },
      ],
    });
    expect(error).not.toHaveBeenCalled();
  });

  test('stock that an operator adds later is included', async () => {
    await importOperatorData({ restock: [{ option: 'evto_1', company: SLUG, remaining: 20 }] });
    await checkCompany(SLUG);
    expect((await readIntegrity(SLUG)).ok).toBe(true);
    expect(error).not.toHaveBeenCalled();
  });

  test('value without a ledger, an extra ticket and a missing unit are found and raise the alarm', async () => {
    await updateRow({
      key: ticketRows(1).item,
      update: 'SET remainingMinor = :more',
      values: { ':more': 99_999 },
    });
    await issueTicket(4);
    await updateRow({
      key: stockKey(SLUG, 'evt_1', 'evto_1'),
      update: 'SET remaining = :less',
      values: { ':less': 19 },
    });
    await checkCompany(SLUG);
    const report = await readIntegrity(SLUG);
    expect(report.ok).toBe(false);
    expect(report.checks.map(({ name, faults }) => [name, faults])).toEqual([
      ['ledger', 1],
      ['seats', 1],
      ['stock', 1],
      ['money', 0],
      ['codes', 0],
      ['payments', 0],
      ['figures', 0],
    ]);
    expect(report.findings.map(({ subject }) => subject)).toEqual(['TICKET-1', 'poli_1', 'evt_1 evto_1']);
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.any(String),
      expect.objectContaining({ alarm: 'integrity_failed', company: SLUG }),
    );
  });

  test('the alarm contains no code of an item', () => {
    expect(JSON.stringify(error.mock.calls)).not.toContain('TICKET-1');
  });
});

describe('payments compared with their gateway', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;
  const PAID = Date.UTC(2027, 0, 1);
  const reconciled = vi.mocked(reconcilePayment);
  const paid = (company: string): OrderRow => ({
    ...order,
    ...orderKey(company, 'po_2'),
    ix1pk: ordersOf(company).partition,
    ix1sk: '1#po_2',
    id: 'po_2',
    updatedAtMs: PAID,
    lines: [],
    payment: { ...order.payment, status: 'captured', captured: 100 },
  });
  const checkedAfter = async (company: string, hours: number): Promise<number> => {
    vi.spyOn(clock, 'nowMs').mockReturnValue(PAID + hours * HOUR_MS);
    reconciled.mockClear();
    await checkCompany(company);
    return reconciled.mock.calls.length;
  };

  beforeEach(async () => {
    await putRow(paid('rested'));
    await putRow(paid('unheard'));
    reconciled.mockResolvedValue(undefined);
  });
  afterEach(() => vi.restoreAllMocks());

  test('a payment that was not checked for some nights is compared in the next check, and not again after 48 hours', async () => {
    expect(await checkedAfter('rested', 1)).toBe(1);
    expect(await checkedAfter('rested', 1 + 3 * 24)).toBe(1);
    expect(await checkedAfter('rested', 2 + 3 * 24)).toBe(0);
  });

  test('a payment whose gateway does not respond is compared until it does, for at most 30 days', async () => {
    reconciled.mockRejectedValue(new Error('no answer'));
    for (const day of [1, 5, 29]) expect(await checkedAfter('unheard', day * 24), `day ${day}`).toBe(1);
    reconciled.mockResolvedValue(undefined);
    expect(await checkedAfter('unheard', 30 * 24 - 1)).toBe(1);
    expect(await checkedAfter('unheard', (30 * DAY_MS) / HOUR_MS + 1)).toBe(0);
  });

  test('settings that change during a check make the next run check the company again', async () => {
    const row = async () => (await getRow<IntegrityRow>(integrityKey('changed'), { consistent: true }))!;
    await putRow(paid('changed'));
    await checkedAfter('changed', 1);
    const [atMs, endMs] = [PAID + 2 * HOUR_MS, PAID + 3 * HOUR_MS];
    vi.spyOn(clock, 'nowMs').mockReturnValue(atMs);
    reconciled.mockImplementation(async () => {
      await requestCheck('changed');
      vi.spyOn(clock, 'nowMs').mockReturnValue(endMs);
    });
    const { checkedAtMs } = await checkCompany('changed');
    const interrupted = await row();
    expect([checkedAtMs, interrupted.termsChangedAtMs, dueMoment(interrupted)]).toEqual([endMs, endMs, endMs]);
    await checkCompany('changed');
    expect([(await row()).termsChangedAtMs, dueMoment(await row())]).toEqual([endMs, endMs + DAY_MS]);
  });

  test('a check uses settings that changed just before it', async () => {
    const send = vi.spyOn(documents, 'send');
    await checkCompany('changed');
    const reads = send.mock.calls.map(([{ input }]) => input as { Key?: Key; ConsistentRead?: boolean });
    const { pk } = companyKey('changed');
    expect(reads.find(({ Key: key }) => key?.pk === pk && key.sk === 'company')?.ConsistentRead).toBe(true);
  });
});
