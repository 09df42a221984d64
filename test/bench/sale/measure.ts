import { importOperatorData } from '../../../functions/domain/operator-data/import.ts';
import { schedules } from '../../../lib/definition.ts';
import { Random } from '../../simulation/random.ts';
import { System, type Reply } from '../../simulation/system.ts';
import { API_KEY, cardForm, ruleSeed } from '../../support/seed.ts';
import { giftCard, orderBody, type OrderBody } from '../../support/shop.ts';
import { startReceiver } from '../../support/receiver.ts';
import { ALL_EVENTS } from '../../support/webhooks.ts';
import { Meter, type MeteredCall } from './meter.ts';

/** Parts of a sale, and the functions whose work they are. */
const PARTS = {
  quote: ['create-quote'],
  order: ['create-order'],
  session: ['create-checkout-session', 'open-test-session'],
  payment: ['show-payment-page', 'submit-payment'],
  'settle notices': ['test-gateway', 'receive-test-notice'],
  fulfilment: ['fulfil-order'],
  search: ['items'],
  counts: ['report-counts'],
  events: ['webhook-events'],
  mail: ['send-mail'],
  deliveries: ['webhook-deliveries'],
  claim: ['claim-item'],
  refund: ['refund-order'],
  'refund at the gateway': ['refund-test-payment'],
  settle: ['settle-order'],
  expiry: ['expiry-sweep'],
} as const;

type Part = keyof typeof PARTS;

/** Table calls and units of one part; `rest` is what functions did that stand in no part. */
export interface PartUsage {
  part: string;
  calls: number;
  write: number;
  read: number;
}

/** What is measured, each alone: a whole sale, one of a company with a webhook endpoint, and what comes after sales. */
export type Story = 'sale' | 'sale with an endpoint' | 'claim' | 'refund' | 'settlement' | 'expiry';

export interface StoryUsage {
  parts: PartUsage[];
  /** Every call, for whoever wants to know where the units go. */
  calls: MeteredCall[];
}

export type SaleUsage = Record<Story, StoryUsage>;

const partOf = (name: string): string =>
  (Object.keys(PARTS) as Part[]).find((part) => (PARTS[part] as readonly string[]).includes(name)) ?? `rest: ${name}`;

const usageOf = (calls: MeteredCall[]): StoryUsage => {
  const order = Object.keys(PARTS);
  const placeOf = (part: string): number => (order.includes(part) ? order.indexOf(part) : order.length);
  const byPart = Map.groupBy(calls, ({ by }) => partOf(by));
  const parts = [...byPart].map(([part, own]) => ({
    part,
    calls: own.length,
    write: sumOf(own, 'write'),
    read: sumOf(own, 'read'),
  }));
  return { parts: parts.toSorted((a, b) => placeOf(a.part) - placeOf(b.part)), calls };
};

const sumOf = (figures: readonly { write: number; read: number }[], name: 'write' | 'read'): number =>
  figures.reduce((sum, figure) => sum + figure[name], 0);

/** All parts of a story together. */
export const totalOf = ({ calls }: StoryUsage): Omit<PartUsage, 'part'> => ({
  calls: calls.length,
  write: sumOf(calls, 'write'),
  read: sumOf(calls, 'read'),
});

/**
 * Counts calls and units of whole sales, a claim and a refund: the real functions on a table in memory, one after the
 * other and without trouble, so that the figures are the same each time. Takes the clock and chance of its process into
 * its hands.
 */
export const measureSale = async (): Promise<SaleUsage> => {
  process.env['WEBHOOK_ALLOW_LOOPBACK'] = 'true';
  const system = System.begin(new Random(1), 1);
  const meter = new Meter(system.table, () => system.scheduler.current()?.name ?? 'import');
  const bench = new Bench(system, meter);
  await importOperatorData(ruleSeed);
  await bench.quiet();
  // What is kept for a while is known after the first sale, as it is in a shop that sells.
  await bench.sell();
  const sale = await bench.metered(() => bench.sell());
  const code = await bench.codeOf(sale.orderId);
  const claim = await bench.metered(() => bench.claim(code));
  const refunded = await bench.sell();
  const refund = await bench.metered(() => bench.refund(refunded.orderId));
  const invoiced = await bench.order();
  const settlement = await bench.metered(() => bench.settle(invoiced));
  await bench.order();
  const expiry = await bench.metered(() => bench.passDay(), sweepsOfOrders);
  const receiver = await startReceiver();
  try {
    await bench.register(receiver.url);
    await bench.sell();
    const withEndpoint = await bench.metered(() => bench.sell());
    return {
      sale: usageOf(sale.calls),
      'sale with an endpoint': usageOf(withEndpoint.calls),
      claim: usageOf(claim.calls),
      refund: usageOf(refund.calls),
      settlement: usageOf(settlement.calls),
      expiry: usageOf(expiry.calls),
    };
  } finally {
    await receiver.close();
  }
};

const ROUNDS = 100;

class Bench {
  readonly #system: System;
  readonly #meter: Meter;
  #keys = 0;

  constructor(system: System, meter: Meter) {
    this.#system = system;
    this.#meter = meter;
  }

  async metered<T>(work: () => Promise<T>, counts = ofSales): Promise<T & { calls: MeteredCall[] }> {
    await this.quiet();
    this.#meter.calls = [];
    const value = await work();
    await this.quiet();
    return { ...value, calls: this.#meter.calls.filter(counts) };
  }

  /** Works until nothing waits; one piece of work after the other. */
  async quiet(): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const [first] = Object.entries(this.#system.background());
      if (!first) return;
      await this.#system.scheduler.run({ [first[0]]: first[1] }, false);
    }
    throw new Error('Work never ends');
  }

  async #ask<T = Record<string, unknown>>(method: string, path: string, options: object = {}): Promise<T> {
    let answer: Reply<T> | undefined;
    const ask = async (): Promise<void> => {
      answer = await this.#system.request<T>(method, path, { key: API_KEY, ...options });
    };
    await this.#system.scheduler.run({ request: ask }, false);
    if (!answer || answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  }

  #post<T = Record<string, unknown>>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
    return this.#ask<T>('POST', path, { idempotencyKey: `key-${this.#keys++}`, body, headers });
  }

  /** Quote, order, session, payment, and all that follows. */
  async sell(): Promise<{ orderId: string }> {
    await this.#post('/v2/quotes', { items: giftCard() });
    const id = await this.order();
    const session = await this.#post<{ url: string }>(`/v2/orders/${id}/checkout-sessions`, undefined);
    // A moment for each person to read.
    this.#system.nowMs += 20_000;
    await this.quiet();
    const { pathname } = new URL(session.url);
    await this.#ask('POST', pathname, { body: cardForm('paid'), key: undefined });
    await this.quiet();
    const order = await this.#ask<OrderBody>('GET', `/v2/orders/${id}`);
    if (order.status !== 'fulfilled') throw new Error(`The sale ended as ${order.status}`);
    return { orderId: id };
  }

  async order(): Promise<string> {
    const body = orderBody(giftCard(), { client_reference: `cart-${this.#keys}` });
    return (await this.#post<OrderBody>('/v2/orders', body)).id;
  }

  async codeOf(orderId: string): Promise<string> {
    const { data } = await this.#ask<{ data: { code: string }[] }>('GET', `/v2/items?order_id=${orderId}`);
    return data[0]?.code ?? '';
  }

  async claim(code: string): Promise<object> {
    return this.#post(`/v2/items/${code}/claim`, { type: 'all' }, { 'x-request-guid': crypto.randomUUID() });
  }

  async refund(orderId: string): Promise<object> {
    return this.#post(`/v2/orders/${orderId}/refund`, undefined);
  }

  async settle(orderId: string): Promise<object> {
    const body = { mode: 'invoice', external_reference: `invoice-${this.#keys}` };
    return this.#post(`/v2/orders/${orderId}/settle`, body);
  }

  async passDay(): Promise<object> {
    this.#system.nowMs += DAY_MS + 1;
    await this.quiet();
    return {};
  }

  async register(url: string): Promise<object> {
    return this.#post('/v2/webhook-endpoints', { url, events: ALL_EVENTS });
  }
}

/** What comes by the clock is paid by all sales together; the last read of an order tells that the sale is over. */
const BESIDE = new Set([...schedules.map(({ target }) => target.name), 'get-order']);
const ofSales = ({ by }: MeteredCall): boolean => !BESIDE.has(by);
/** What a sweep asks to find out what is due, it asks once for all orders. */
const sweepsOfOrders = ({ by, name }: MeteredCall): boolean => by === 'expiry-sweep' && name !== 'Query';
const DAY_MS = 86_400_000;
