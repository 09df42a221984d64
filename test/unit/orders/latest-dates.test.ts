import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listApiKeys } from '../../../functions/domain/company/api-keys/list.ts';
import { companyKey, type CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { issuancesOf } from '../../../functions/domain/value/items/issuance/issue-order.ts';
import { orderItemCode } from '../../../functions/domain/value/items/issuance/of-order.ts';
import { itemSummary } from '../../../functions/domain/value/items/present.ts';
import { itemKey, type ItemRow } from '../../../functions/domain/value/items/rows.ts';
import {
  importOperatorData,
  OperatorDataError,
} from '../../../functions/domain/administration/operator-data/import.ts';
import { fulfillOrder } from '../../../functions/domain/fulfillment/issuing/fulfill.ts';
import { linesToMove } from '../../../functions/domain/fulfillment/event-reschedule/rules.ts';
import { orderCodec } from '../../../functions/domain/checkout/orders/order-codec.ts';
import { orderKey, type OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../../functions/domain/catalog/products/line-shape.ts';
import { productKey, type EventRow } from '../../../functions/domain/catalog/products/rows.ts';
import { listEvents } from '../../../functions/domain/reporting/reports/events.ts';
import { clock, toTimestamp } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow, putRow } from '../../../functions/storage/table.ts';
import { transact } from '../../../functions/storage/transactions.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { orderIn } from '../../support/order-life.ts';
import { company, event, experience, offer, option } from '../operator-data/samples.ts';

const { send } = documents;
const { nowMs: realNowMs } = clock;
const LAST = '9999-12-31T23:59:59Z';
const LAST_LOCAL = '9999-12-31 23:59:59';
beforeAll(() => {
  process.env['APP_SECRET'] = 'a secret of tests that only tests have';
  new MemoryTable().install();
  clock.nowMs = () => Date.parse('2027-03-01T12:00:00Z');
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = realNowMs;
});

let serial = 0;
let slug: string;
beforeEach(async () => {
  slug = `late-${++serial}`;
  await importOperatorData({ companies: [company(slug)] });
});

/** An order that was paid before operator files were checked for dates beyond the year 9999. */
const paidFor = async (changes: Partial<OrderLine>): Promise<OrderRow> => {
  const id = `po_${String(serial).padStart(32, '0')}`;
  const base = orderIn.captured();
  const lines = base.lines.map((line): OrderLine => ({ ...line, ...changes }));
  const row = orderCodec.write({ ...base, ...orderKey(slug, id), id, company: slug, lines, codeSeed: id });
  await putRow(row);
  return row;
};

const itemOf = async ({ codeSeed, lines }: OrderRow): Promise<ItemRow | undefined> =>
  getRow<ItemRow>(itemKey(slug, orderItemCode(codeSeed, lines[0]!.id, 0)), { consistent: true });

const validityIn = (item: ItemRow | undefined, zone: string): string | undefined =>
  item && itemSummary(item, { nowMs: clock.nowMs(), zone, claimExpired: undefined }, false).validity;

const TICKET: Partial<OrderLine> = {
  productId: 'evt_1',
  optionId: 'evto_1',
  family: 'event_ticket',
  validity: { type: 'fixed_date', from: LAST, until: LAST },
  event: { slug: 'event-1', startsAt: LAST, endsAt: null, datePrecision: 'date_time' },
};

describe('an order that was sold with a validity beyond the year 9999', () => {
  test.each([
    ['with more months than a date can represent', { validity: { type: 'months', months: 10_000_000 } }],
    ['with months after the year 9999', { validity: { type: 'months', months: 120_000 } }],
    ['of an event on a day in the year 10000 in the company’s zone', TICKET],
  ] as [string, Partial<OrderLine>][])('is issued (%s)', async (_, line) => {
    const order = await paidFor(line);
    expect(await fulfillOrder({ company: slug, orderId: order.id }, async () => {})).toBe('fulfilled');
    const item = await itemOf(order);
    expect(validityIn(item, 'Europe/Copenhagen')).toBe(LAST_LOCAL);
    // The company's zone may change, but a date does not.
    expect(validityIn(item, 'Pacific/Kiritimati')).toBe(LAST_LOCAL);
  });

  test('follows its event to another day', async () => {
    await importOperatorData({ events: [event(slug, 1, [option(1)])] });
    const moved = (await getRow<EventRow>(productKey(slug, 'evt_1')))!;
    const order = await paidFor(TICKET);
    for (const { writes } of issuancesOf(order, (await getRow<CompanyRow>(companyKey(slug)))!)) await transact(writes);
    const base = {
      productId: 'evt_1',
      sinceMs: clock.nowMs(),
      movedAtMs: clock.nowMs(),
      zone: 'Europe/Copenhagen',
    };
    expect([...linesToMove({ ...order, status: 'fulfilled' }, moved, base).keys()]).toEqual([order.lines[0]?.id]);
  });
});

describe('times after the year 9999 in the time zone of the company', () => {
  test('are shown with four-digit years', async () => {
    await importOperatorData({
      api_keys: [{ company: slug, label: 'for ever', scopes: [], expires_at: LAST }],
      events: [event(slug, 1, [option(1)], { closes_at: LAST })],
    });
    expect(await listApiKeys(slug)).toMatchObject([{ expires_at: LAST_LOCAL }]);
    const { data } = await listEvents(slug, { private: false, online: false, limit: 10, startingAfter: undefined });
    expect(data).toMatchObject([{ date_deactivate: LAST_LOCAL }]);
    expect(toTimestamp(Date.parse('9999-12-31T23:59:59-05:00'))).toBe('9999-12-31T23:59:59+00:00');
  });
});

describe('an operator file', () => {
  const faultsOf = (file: object): Promise<string[]> =>
    importOperatorData(file).then(
      () => [],
      (error: unknown) => {
        if (error instanceof OperatorDataError) return error.faults.map(({ path }) => path);
        throw error;
      },
    );

  test('accepts validities of at most a hundred years', async () => {
    const file = (months: number) => ({
      companies: [
        company(slug, {
          claim_expired: months,
          gift_card: { name: 'Card', minimum_amount: 100, maximum_amount: 200, validity_months: months },
        }),
      ],
      experiences: [experience(slug, 1, [option(1)], { validity_months: months })],
      special_offers: [offer(slug, 1, [option(1, { stock: 1 })], { validity_months: months })],
    });
    expect(await faultsOf(file(1201))).toEqual([
      '$.companies[0].claim_expired',
      '$.companies[0].gift_card.validity_months',
      '$.experiences[0].validity_months',
      '$.special_offers[0].validity_months',
    ]);
    expect(await faultsOf(file(1200))).toEqual([]);
  });

  test('has no event on a day that is in the year 10000 in any time zone', async () => {
    const on = (starts_at: string, ends_at: string | null) => ({
      events: [event(slug, 1, [option(1)], { starts_at, ends_at, date_precision: 'date_time_range' })],
    });
    expect(await faultsOf(on(LAST, LAST))).toEqual(['$.events[0].starts_at', '$.events[0].ends_at']);
    expect(await faultsOf(on('9999-12-31T10:00:00Z', null))).toEqual(['$.events[0].starts_at']);
    expect(await faultsOf(on('9999-02-30T10:00:00Z', null))).toEqual(['$.events[0].starts_at']);
    expect(await faultsOf(on('2027-05-01T19:00:00Z', '9999-12-31T09:59:59Z'))).toEqual([]);
  });
});
