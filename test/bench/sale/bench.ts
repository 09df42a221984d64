import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { keyOfSyntheticCompany } from '../../../functions/domain/reporting/synthetic-sale/company.ts';
import { sellOnce } from '../../../functions/domain/reporting/synthetic-sale/sell.ts';
import { schedules } from '../../../lib/definition.ts';
import { Random } from '../../simulation/random.ts';
import { System, type Reply } from '../../simulation/system.ts';
import { API_KEY, cardForm, ruleSeed } from '../../support/seed.ts';
import { experience, giftCard, orderBody, type OrderBody } from '../../support/shop.ts';
import { ALL_EVENTS } from '../../support/webhooks.ts';
import type { LocalStripe } from './local-stripe.ts';
import { Meter, type MeteredCall } from './meter.ts';

/** Not counted: schedules, whose work all sales share, and the read that checks that the sale is complete. */
const NOT_OF_SALE = new Set([...schedules.map(({ target }) => target.name), 'get-order']);
const ofSales = ({ by }: MeteredCall): boolean => !NOT_OF_SALE.has(by);
/** A sweep's query and the record of its run are shared by all orders. */
export const isSweepOfOrders = ({ by, name, rows }: MeteredCall): boolean =>
  by === 'expiry-sweep' && name !== 'Query' && rows.every(({ type }) => type !== 'schedule-runs');

const DAY_MS = 86_400_000;
const FIRST_LOOK_MS = 300_000;
/** Time for people to read a page. */
const READING_MS = 20_000;
const ROUNDS = 100;

/** A shop in this process with sequential actions of a partner and a buyer. */
export class Bench {
  readonly system: System;
  readonly meter: Meter;
  readonly #key: string;
  #keys = 0;

  private constructor(system: System, key: string) {
    this.system = system;
    this.#key = key;
    this.meter = new Meter(system.table, () => system.scheduler.current()?.name ?? 'import');
  }

  /** Replaces the clock and random numbers of its process. `key` is an API key in the operator data `seed`. */
  static async open(seed: object = ruleSeed, key = API_KEY): Promise<Bench> {
    process.env['WEBHOOK_ALLOW_LOOPBACK'] = 'true';
    const bench = new Bench(System.begin(new Random(1), 1), key);
    // In a shop with few sales, changes and events of one sale arrive one by one. A busy shop has larger batches and
    // fewer calls.
    bench.system.batchMax = 1;
    await importOperatorData(seed);
    await bench.runPendingWork();
    return bench;
  }

  async metered<T>(work: () => Promise<T>, counts = ofSales): Promise<T & { calls: MeteredCall[] }> {
    await this.runPendingWork();
    this.meter.calls = [];
    const value = await work();
    await this.runPendingWork();
    return { ...value, calls: this.meter.calls.filter(counts) };
  }

  /** Runs pending work in sequence until none is left. */
  async runPendingWork(rounds = ROUNDS): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const [first] = Object.entries(this.system.background());
      if (!first) return;
      await this.system.scheduler.run({ [first[0]]: first[1] }, false);
    }
    throw new Error('The work does not finish');
  }

  async send<T = Record<string, unknown>>(method: string, path: string, options: object = {}): Promise<T> {
    let answer: Reply<T> | undefined;
    const send = async (): Promise<void> => {
      answer = await this.system.request<T>(method, path, { key: this.#key, ...options });
    };
    await this.system.scheduler.run({ request: send }, false);
    if (!answer || answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  }

  post<T = Record<string, unknown>>(path: string, body: unknown): Promise<T> {
    return this.send<T>('POST', path, { idempotencyKey: `key-${this.#keys++}`, body });
  }

  /** Quote, order, session, payment on the page, and all work that follows. */
  async sell(): Promise<{ orderId: string }> {
    const { orderId, url } = await this.#openPage();
    await this.send('GET', url.pathname, { key: undefined });
    this.system.nowMs += READING_MS;
    await this.send('POST', url.pathname, { body: cardForm('paid'), key: undefined });
    await this.runPendingWork();
    return this.#fulfilled(orderId);
  }

  /** The same sale, paid by card on a page of Stripe, whose events arrive one by one. */
  async sellAtStripe(stripe: LocalStripe): Promise<{ orderId: string }> {
    const { orderId, url } = await this.#openPage();
    this.system.nowMs += READING_MS;
    for (const notice of stripe.pay(url, this.system.nowMs)) {
      await this.send('POST', '/payments/stripe/notifications', { key: undefined, ...notice });
      await this.runPendingWork();
    }
    return this.#fulfilled(orderId);
  }

  async #openPage(): Promise<{ orderId: string; url: URL }> {
    await this.post('/v2/quotes', { items: giftCard() });
    const orderId = await this.order();
    const session = await this.post<{ url: string }>(`/v2/orders/${orderId}/checkout-sessions`, undefined);
    await this.runPendingWork();
    this.system.nowMs += READING_MS;
    return { orderId, url: new URL(session.url) };
  }

  async #fulfilled(orderId: string): Promise<{ orderId: string }> {
    const order = await this.send<OrderBody>('GET', `/v2/orders/${orderId}`);
    if (order.status !== 'fulfilled') throw new Error(`The sale ended as ${order.status}`);
    return { orderId };
  }

  /** A synthetic sale, as the schedule creates it (functions/schedules/synthetic-sale.ts). */
  async sellSynthetic(): Promise<void> {
    let key = '';
    const open = async (): Promise<void> => {
      key = await keyOfSyntheticCompany();
    };
    await this.system.scheduler.run({ 'synthetic-sale': open }, false);
    await sellOnce({
      id: `sale-${this.#keys++}`,
      call: async ({ method, path, ...options }) => ({
        status: 200,
        body: await this.send(method, path, { key, ...options }),
      }),
      wait: () => this.runPendingWork(),
      reads: 1,
    });
    await this.runPendingWork();
  }

  async order(): Promise<string> {
    const body = orderBody(giftCard(), { client_reference: `cart-${this.#keys}` });
    return (await this.post<OrderBody>('/v2/orders', body)).id;
  }

  /** A sale paid partly by a gift card, and the rest at the gateway. */
  async sellWithCard(code: string): Promise<object> {
    const { id } = await this.post<OrderBody>('/v2/orders', orderBody(experience(1)));
    await this.post(`/v2/orders/${id}/gift-cards`, { code, amount: 1000 });
    const session = await this.post<{ url: string }>(`/v2/orders/${id}/checkout-sessions`, undefined);
    const { pathname } = new URL(session.url);
    await this.send('GET', pathname, { key: undefined });
    await this.send('POST', pathname, { body: cardForm('paid'), key: undefined });
    await this.runPendingWork();
    return this.read(id);
  }

  /** One card, captured immediately or reserved. */
  async redeem(code: string, capture: boolean): Promise<{ id: string }> {
    return this.post('/v2/redemptions', { sources: [{ code, amount: 10 }], capture });
  }

  async capture(id: string): Promise<object> {
    return this.post(`/v2/redemptions/${id}/capture`, {});
  }

  async codeOf(orderId: string): Promise<string> {
    const { data } = await this.send<{ data: { code: string }[] }>('GET', `/v2/items?order_id=${orderId}`);
    return data[0]?.code ?? '';
  }

  async claim(code: string): Promise<object> {
    return this.post(`/v2/items/${code}/claim`, { type: 'all' });
  }

  async refund(orderId: string): Promise<object> {
    return this.post(`/v2/orders/${orderId}/refund`, undefined);
  }

  read(orderId: string): Promise<object> {
    return this.send('GET', `/v2/orders/${orderId}`);
  }

  async settle(orderId: string): Promise<object> {
    const body = { mode: 'invoice', external_reference: `invoice-${this.#keys}` };
    return this.post(`/v2/orders/${orderId}/settle`, body);
  }

  /** Size of all objects in the object store. */
  storedBytes(): number {
    return [...this.system.objects.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  }

  /** Runs the tasks that are due after five minutes, then advances by a day and runs all due tasks. */
  async passDay(): Promise<object> {
    this.system.nowMs += FIRST_LOOK_MS;
    await this.runPendingWork();
    this.system.nowMs += DAY_MS + 1;
    await this.runPendingWork();
    return {};
  }

  async passMinutes(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute++) {
      this.system.nowMs += 60_000;
      await this.runPendingWork();
    }
  }

  async register(url: string): Promise<object> {
    return this.post('/v2/webhook-endpoints', { url, events: ALL_EVENTS });
  }
}
