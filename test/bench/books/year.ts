import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import type { ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { testGatewayHeaders } from '../../../functions/adapters/payments/test-gateway-signing.ts';
import { daysIn, lastDayOf } from '../../../functions/domain/reporting/book/days.ts';
import { localDate } from '../../../functions/platform/zones.ts';
import { Random } from '../../simulation/random.ts';
import { reportFaults, type Reader } from '../../simulation/report-books.ts';
import { START_MS } from '../../simulation/system.ts';
import { cardForm } from '../../support/seed.ts';
import { orderBody } from '../../support/shop.ts';
import { Bench } from '../sale/bench.ts';
import { anOrderOf, YEAR_KEY, yearSeed, ZONE } from './year-shop.ts';

const DAY_MS = 86_400_000;
const DAYS = 365;
/** The day from which the second commission applies. */
const HALF = 183;
const COMMISSIONS = [5, 7.5] as const;
/** Maximum number of tasks that may be due at one time of a day. */
const ROUNDS = 100_000;
const SALES_METERED = 60;
/**
 * Write units that a ledger entry saves, because it also marks its change as counted. Other changes require a separate
 * mark.
 */
const MARK_UNITS = 2;
/** Rows that only the books need. */
const BOOK_TYPES = /^(book-|posted-day$|postings$|posting-pointer$|statement)/;

interface YearOrder {
  id: string;
  sessionId: string | undefined;
}

export interface YearFigures {
  /** Days of the company, `YYYY-MM-DD`. */
  from: string;
  to: string;
  orders: number;
  items: number;
  /** Totals of the summary of the year, smallest currency unit. */
  totals: Record<string, number>;
  /** Number of operations by name, successful and refused. */
  done: Record<string, number>;
  /** Maximum read units of each report for a full month. */
  mostRead: Record<string, number>;
  /** Write units of the books in the year, by type of row. */
  bookUnits: Record<string, number>;
  /** Write units of the books per paid order, including redemptions, refunds, expiries and nightly runs. */
  unitsPerOrder: number;
  /** Average write units of the entries of a sale, and of the daily sums for it, over some sales. */
  unitsOfSale: number;
  unitsOfFolds: number;
  /** Equations between reports that do not hold. */
  faults: string[];
}

interface Item {
  code: string;
  is_token: boolean;
}

type Work = (random: Random) => readonly [path: string, body: object];

/** Actions of staff on an item. Amounts are decimals, as in the API. */
const ITEM_WORK = {
  'all of it': () => ['claim', { type: 'all' }],
  'part of it': (random) => ['claim', { type: 'amount', amount: random.between(100, 9999) / 100 }],
  'a piece': () => ['claim', { type: 'piece', number: 1 }],
  undone: () => ['claim', { type: 'all' }],
  adjusted: (random) => ['adjust', { amount: random.pick([-10, 25.5]), reason: 'count' }],
  replaced: () => ['replace', { reason: 'lost' }],
  cancelled: () => ['cancel', {}],
} as const satisfies Record<string, Work>;

type ItemKind = keyof typeof ITEM_WORK;

/** Kinds of events after a sale, with their weights. */
const KINDS = [
  'all of it',
  'all of it',
  'all of it',
  'part of it',
  'part of it',
  'part of it',
  'a piece',
  'undone',
  'adjusted',
  'replaced',
  'cancelled',
  'refund',
  'part',
  'dispute_opened',
  'refund_failed',
] as const;

/** A year of a company with the real service: sales, payments, their consequences, and every night. */
export class BooksYear {
  readonly #bench: Bench;
  readonly #random: Random;
  readonly #sold: YearOrder[] = [];
  /** Codes of gift cards that may pay for an order. */
  readonly #cards: string[] = [];
  readonly #done: Record<string, number> = {};
  readonly #bookUnits: Record<string, number> = {};
  #seen = 0;

  private constructor(bench: Bench, seed: number) {
    this.#bench = bench;
    this.#random = new Random(seed);
  }

  static async open(seed: number): Promise<BooksYear> {
    const bench = await Bench.open(yearSeed(COMMISSIONS[0]), YEAR_KEY);
    bench.system.batchMax = Infinity;
    return new BooksYear(bench, seed);
  }

  /** Sells `orders` orders over the days of a year. `onDay` is called after each day. */
  async run(orders: number, onDay: (day: number) => void = () => {}): Promise<YearFigures> {
    const { system } = this.#bench;
    for (let day = 0; day < DAYS; day++) {
      system.nowMs = Math.max(system.nowMs, START_MS + day * DAY_MS);
      if (day === HALF) await importOperatorData(yearSeed(COMMISSIONS[1]));
      await this.#day(Math.round((orders * (day + 1)) / DAYS) - Math.round((orders * day) / DAYS));
      onDay(day);
    }
    const units = await this.#unitsOfSale();
    // After two nights, the day of the last sales is closed.
    for (let night = 0; night < 2; night++) await this.#day(0);
    return { ...units, ...(await this.#figures()) };
  }

  /** Sells orders of one card: entries are written for each order, daily sums only sometimes. */
  async #unitsOfSale(): Promise<Pick<YearFigures, 'unitsOfSale' | 'unitsOfFolds'>> {
    await this.#rest();
    const before = { ...this.#bookUnits };
    for (let sale = 0; sale < SALES_METERED; sale++) await this.#bench.sell();
    await this.#rest();
    const added = (of: (type: string) => boolean): number =>
      sumOf(
        Object.entries(this.#bookUnits).flatMap(([type, units]) => (of(type) ? [units - (before[type] ?? 0)] : [])),
      ) / SALES_METERED;
    return {
      unitsOfSale: added((type) => type === 'book-entry'),
      unitsOfFolds: added((type) => type !== 'book-entry'),
    };
  }

  async #day(orders: number): Promise<void> {
    const { system } = this.#bench;
    const begunMs = system.nowMs;
    for (let at = 0; at < orders; at++) {
      await this.#attempt('sale', () => this.#sell());
      if (this.#sold.length > 5 && this.#random.chance(0.6)) await this.#simulateEvent();
      system.nowMs = Math.max(system.nowMs, begunMs + Math.floor((DAY_MS * 0.9 * (at + 1)) / orders));
    }
    if (orders > 0) await this.#rest();
    system.nowMs = Math.max(system.nowMs, begunMs + DAY_MS);
    await this.#rest();
  }

  /** Waits until the service has finished pending work, and sums the writes of the books. */
  async #rest(): Promise<void> {
    const { system, meter } = this.#bench;
    await this.#bench.runPendingWork(ROUNDS);
    for (const { name, rows } of meter.calls) {
      for (const { type, row, indexes } of rows) {
        if (!BOOK_TYPES.test(type)) continue;
        const isMark = type === 'book-entry' && name === 'TransactWrite';
        const units = row + indexes - (isMark ? MARK_UNITS : 0);
        this.#bookUnits[type] = (this.#bookUnits[type] ?? 0) + units;
      }
    }
    meter.calls = [];
    // Drops changes that every stream has delivered, to save memory.
    const { changes } = system.table;
    const nothing = { before: undefined, after: undefined };
    for (; this.#seen < changes.length; this.#seen++) {
      const { number, atMs } = changes[this.#seen]!;
      changes[this.#seen] = { number, atMs, ...nothing, images: nothing };
    }
  }

  /** Counts successes and refusals. */
  async #attempt(name: string, work: () => Promise<unknown>): Promise<void> {
    let key = name;
    try {
      await work();
    } catch (error) {
      const [, code] = /"code":"(\w+)"/.exec(String(error)) ?? [];
      if (code === undefined) throw error;
      key = `${name} refused: ${code}`;
    }
    this.#done[key] = (this.#done[key] ?? 0) + 1;
  }

  async #sell(): Promise<void> {
    const bench = this.#bench;
    const { items, more } = anOrderOf(this.#random);
    const { id } = await bench.post<{ id: string }>('/v2/orders', orderBody(items, more));
    const how = this.#random.next();
    // Leaves the order unpaid, so that it expires.
    if (how < 0.05) return;
    if (how < 0.15) {
      await bench.settle(id);
      this.#sold.push({ id, sessionId: undefined });
      return;
    }
    const card = how < 0.25 ? this.#cards.pop() : undefined;
    if (card !== undefined)
      await this.#attempt('gift card', () => bench.post(`/v2/orders/${id}/gift-cards`, { code: card }));
    await bench.runPendingWork(ROUNDS);
    const { payment } = await bench.send<{ payment: { status: string } }>('GET', `/v2/orders/${id}`);
    if (payment.status === 'paid') {
      this.#sold.push({ id, sessionId: undefined });
      return;
    }
    const { url } = await bench.post<{ url: string }>(`/v2/orders/${id}/checkout-sessions`, undefined);
    const { pathname } = new URL(url);
    const body = cardForm(this.#random.chance(0.05) ? 'late' : 'paid');
    await bench.send('POST', pathname, { body, key: undefined });
    this.#sold.push({ id, sessionId: pathname.split('/').at(-1) });
  }

  /** Simulates an event of an earlier order. */
  async #simulateEvent(): Promise<void> {
    const sold = this.#random.pick(this.#sold);
    const { id, sessionId } = sold;
    const bench = this.#bench;
    const kind = this.#random.pick(KINDS);
    if (kind === 'refund') return this.#attempt(kind, () => bench.refund(id));
    if (kind === 'part') {
      const body = { amount: this.#random.between(100, 5000) };
      return this.#attempt('partial refund', () => bench.post(`/v2/orders/${id}/refund`, body));
    }
    if (kind === 'dispute_opened') {
      if (sessionId === undefined) return;
      await this.#attempt(kind, () => this.#atGateway(sessionId, kind));
      await bench.runPendingWork(ROUNDS);
      const end = this.#random.pick(['dispute_lost', 'dispute_won']);
      return this.#attempt(end, () => this.#atGateway(sessionId, end));
    }
    if (kind === 'refund_failed') {
      if (sessionId !== undefined) await this.#attempt(kind, () => this.#atGateway(sessionId, kind));
      return;
    }
    return this.#withItem(id, kind);
  }

  async #atGateway(sessionId: string, event: string): Promise<void> {
    const path = `/payments/test/sessions/${sessionId}/events`;
    const body = JSON.stringify({ event });
    const headers = {
      'content-type': 'application/json',
      ...testGatewayHeaders('test-gateway-call', { method: 'POST', path, body }),
    };
    await this.#bench.send('POST', path, { headers, body, key: undefined });
  }

  async #withItem(orderId: string, kind: ItemKind): Promise<void> {
    const bench = this.#bench;
    const { data } = await bench.send<{ data: Item[] }>('GET', `/v2/items?order_id=${orderId}`);
    if (data.length === 0) return;
    const { code, is_token: isToken } = this.#random.pick(data);
    const [path, body] = ITEM_WORK[kind](this.#random);
    await this.#attempt(kind, () => bench.post(`/v2/items/${code}/${path}`, body));
    if (kind === 'part of it' && !isToken) this.#cards.push(code);
    if (kind === 'undone') await this.#attempt('undo', () => bench.post(`/v2/items/${code}/refund`, { type: 'all' }));
  }

  async #figures(): Promise<Omit<YearFigures, 'unitsOfSale' | 'unitsOfFolds'>> {
    const { system } = this.#bench;
    const rows = <T>(type: string): T[] => system.table.rowsOf<T>(type);
    const [orders, items] = [rows<OrderRow>('order'), rows<ItemRow>('item')];
    const [from, to] = [localDate(START_MS, ZONE), localDate(system.nowMs, ZONE)];
    const read = <T>(path: string, query: Record<string, string>): Promise<T> =>
      this.#bench.send<T>('GET', `${path}?${new URLSearchParams(query).toString()}`);
    const { totals } = await read<{ totals: Record<string, number> }>('/v2/reports/summary', { from, to });
    return {
      from,
      to,
      orders: orders.length,
      items: items.length,
      totals,
      done: this.#done,
      mostRead: await this.#mostRead(read, [...new Set(daysIn(from, to).map((day) => day.slice(0, 7)))]),
      bookUnits: this.#bookUnits,
      unitsPerOrder: sumOf(Object.values(this.#bookUnits)) / (totals['orders'] ?? 1),
      faults: await reportFaults(read, { from, to, items, orders }),
    };
  }

  /** Maximum read units of each report for a full month. */
  async #mostRead(read: Reader, months: readonly string[]): Promise<Record<string, number>> {
    const most: Record<string, number> = {};
    for (const month of months) {
      const range = { from: `${month}-01`, to: lastDayOf(month) };
      for (const [name, query] of [
        ['summary', range],
        ['movements', range],
        ['statement', { month }],
      ] as const) {
        this.#bench.meter.calls = [];
        await read(`/v2/reports/${name}`, query);
        most[name] = Math.max(most[name] ?? 0, sumOf(this.#bench.meter.calls.map(({ read }) => read)));
      }
    }
    return most;
  }
}

const sumOf = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0);
