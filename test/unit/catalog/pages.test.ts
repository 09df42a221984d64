import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listProducts, type ProductQuery } from '../../../functions/domain/catalog/listing/list.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { listEvents } from '../../../functions/domain/reporting/reports/events.ts';
import { Meter } from '../../bench/sale/meter.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const COMPANY = 'shop';
const OF_EACH = 30;
const text = 'A long description. '.repeat(60);
const numbers = Array.from({ length: OF_EACH }, (_, at) => at + 1);
const about = (id: number) => ({ company: COMPANY, id, name: `Number ${id}`, description: text });
const option = (id: number) => ({ id, name: 'Option', amount: 20_000, stock: 50 });

const seed = {
  companies: [
    {
      slug: COMPANY,
      name: 'Shop ApS',
      currency: 'DKK',
      language: 'da',
      contract: { checkout: true, invoice_settlement: true },
      approved_urls: ['https://shop.example/'],
      gift_card: { name: 'Gift card', minimum_amount: 10_000, maximum_amount: 500_000 },
    },
  ],
  experiences: numbers.map((id) => ({ ...about(id), active: id % 5 !== 0, options: [option(id)] })),
  events: numbers.map((id) => ({
    ...about(id),
    slug: `event-${id}`,
    starts_at: '2099-05-01T19:00:00+02:00',
    options: [option(id)],
  })),
  special_offers: numbers.map((id) => ({ ...about(id), options: [option(id)] })),
};

const table = new MemoryTable();
table.install();
const meter = new Meter(table, () => 'test');

beforeAll(async () => {
  process.env['APP_SECRET'] = '00'.repeat(32);
  await importOperatorData(seed);
});
beforeEach(() => {
  meter.calls = [];
});

const read = (): number => meter.calls.reduce((sum, call) => sum + call.read, 0);

const list = (more: Partial<ProductQuery>) =>
  listProducts(COMPANY, {
    family: undefined,
    category: undefined,
    limit: undefined,
    startingAfter: undefined,
    ...more,
  });

/** Ids of all pages, one after the other. */
const paged = async (more: Partial<ProductQuery>): Promise<string[]> => {
  const ids: string[] = [];
  for (let startingAfter: string | undefined; ;) {
    const { page } = await list({ ...more, startingAfter });
    ids.push(...page.data.map((product) => product!.id));
    expect(page.has_more).toBe(page.next_cursor !== null);
    if (page.next_cursor === null) return ids;
    startingAfter = page.next_cursor;
  }
};

const activeIds = numbers.filter((id) => id % 5 !== 0);
const ALL = [
  'gift_card_value',
  ...activeIds.map((id) => `gcv_${id}`),
  ...numbers.map((id) => `evt_${id}`),
  ...numbers.map((id) => `so_${id}`),
];

describe('the catalog in pages', () => {
  it.each([undefined, 1, 7, 24, 25, 55, 100])(
    'is the same list, in the same order, with %s per page',
    async (limit) => {
      expect(await paged({ limit })).toEqual(ALL);
    },
  );

  it.each(['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer'] as const)(
    'contains all of %s',
    async (family) => {
      const prefix = { gift_card: 'gift', gift_card_variant: 'gcv', event_ticket: 'evt', special_offer: 'so' }[family];
      const expected = ALL.filter((id) => id.startsWith(prefix));
      expect(await paged({ family })).toEqual(expected);
      expect(await paged({ family, limit: 10 })).toEqual(expected);
    },
  );

  it('reads only the families that a page can show', async () => {
    await list({});
    const whole = read();
    const costOf = async (more: Partial<ProductQuery>): Promise<number> => {
      meter.calls = [];
      await list(more);
      return read();
    };
    const third = whole / 3 + 2;
    expect(await costOf({ family: 'gift_card' })).toBeLessThanOrEqual(1);
    expect(await costOf({ limit: 10 })).toBeLessThan(third);
    expect(await costOf({ family: 'special_offer', limit: 10 })).toBeLessThan(third);
    const { page } = await list({ limit: 60 });
    expect(await costOf({ limit: 100, startingAfter: page.next_cursor ?? '' })).toBeLessThan(third);
  });

  it('makes four calls per page', async () => {
    await list({ limit: 100 });
    expect(meter.calls).toHaveLength(4);
  });

  it('is not read in full for a report of events', async () => {
    await list({});
    const whole = read();
    meter.calls = [];
    const { data } = await listEvents(COMPANY, { online: false, private: false, limit: 100, startingAfter: undefined });
    expect(data.map(({ name }) => name)).toEqual(numbers.map((id) => `Number ${id}`));
    expect(read()).toBeLessThan(whole / 3 + 2);
  });
});
