import { randomUUID } from 'node:crypto';
import { testGatewayHeaders } from '../../functions/adapters/payments/test-gateway-signing.ts';
import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import { failedOrders, retryFulfillment } from '../../functions/domain/fulfillment/issuing/retry-fulfillment.ts';
import { METHOD_OUTCOMES } from '../../functions/domain/payments/test-gateway/rules.ts';
import { cardForm, type Card } from '../support/seed.ts';
import { orderBody, type OrderBody } from '../support/shop.ts';
import type { Item } from './memory-table.ts';
import type { Random } from './random.ts';
import type { SentForm } from './browser.ts';
import type { Reply, RequestOptions, System } from './system.ts';
import { ProcessKilled } from './scheduler.ts';
import { send } from './sent-requests.ts';
import {
  ABROAD,
  CARDS as GIFT_CARDS,
  codeFile,
  CODES,
  eventFile,
  EVENTS,
  EXPERIENCES,
  MANY,
  METHODS,
  OFFERS,
  RECIPIENT,
  TICKETS,
} from './world.ts';

/** A write with an idempotency key or a request guid. */
export interface SentRequest {
  name: string;
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  options: RequestOptions;
  /** The first successful response. */
  done?: Reply<unknown>;
}

/** State of a run as known to partners and buyers. */
export interface Run {
  random: Random;
  system: System;
  key: string;
  orders: string[];
  /** Ids of orders with a payment or an attempted one. */
  paid: string[];
  /** Links to payment pages, with their sessions. */
  pages: { path: string; sessionId: string }[];
  codes: string[];
  /** Refunds that may be repeated. */
  refunds: { orderId: string; body: object | undefined; idempotencyKey: string }[];
  /** Redemptions that were created. */
  redemptions: { id: string; company: string; expiresAtMs: number | null }[];
  /** Gift cards that were applied to orders. */
  applied: { orderId: string; id: string }[];
  /** Writes that may be repeated with their keys. */
  sent: SentRequest[];
  /** Ids of orders that were issued without payment, with the keys of their successful captures. */
  uncaptured: Map<string, Set<string>>;
  /** Expected units of limited options; undefined after a change that sets them or whose outcome is unknown. */
  units: Map<string, number | undefined>;
  /** Forms that were sent at the desk and may be sent again. */
  forms: SentForm[];
  /** Summaries of the order page from which buyers have ordered. */
  placements: SentForm[];
  /** Discount codes that staff created. */
  discounts: string[];
  /** Whether a person was erased, so that recorded responses have changed. */
  hasErased: boolean;
  keys: number;
  /** Choices of buyers, by default anything in the shop. */
  cart?: (run: Run) => Cart;
  /** Number of responses by request and status, because a run without successful responses proves nothing. */
  answers: Map<string, number>;
}

/** Chooses the details of an action when it is scheduled, and returns its work, which runs as a concurrent process. */
export type Action = (run: Run) => (() => Promise<unknown>) | undefined;

const RECENT = 3;
/** Addresses of buyers; few, so that one person has several orders. */
export const BUYERS = ['anna@example.com', 'ben@example.com', 'cleo@example.com', 'dora@example.com'];
const TRIES = 8;

export const newKey = (run: Run): string => `key-${run.keys++}`;

/** Retries like a careful partner, with the same key, until there is a final response or the attempts are used up. */
export const retryUntilFinal = async <T>(run: Run, name: string, send: () => Promise<Reply<T>>): Promise<Reply<T>> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await send();
    const code = (answer.body as { error?: { code: string } }).error?.code;
    const isPassing =
      (answer.status >= 500 && code !== 'refund_declined') ||
      code === 'request_in_progress' ||
      code === 'checkout_in_progress' ||
      code === 'refund_in_progress';
    if (isPassing && attempt < TRIES) continue;
    const outcome = `${name} ${answer.status}${code ? ` ${code}` : ''}`;
    run.answers.set(outcome, (run.answers.get(outcome) ?? 0) + 1);
    return answer;
  }
};

export const post = <T>(run: Run, path: string, options: RequestOptions = {}): Promise<Reply<T>> =>
  run.system.request<T>('POST', path, { key: run.key, ...options });

interface Cart {
  items: object[];
  more: object;
}

/** Lines for a random subset of products, in random quantities. */
export const linesOf = (random: Random, products: readonly (typeof MANY)[], atMost: number): object[] => {
  const chosen = new Set(Array.from({ length: random.between(1, atMost) }, () => random.pick(products)));
  return [...chosen].map(({ line, most }) => ({ ...line, quantity: random.between(1, most) }));
};

export const cartOf = (run: Run): Cart => {
  const { random } = run;
  if (random.chance(0.03)) return { items: [{ ...MANY.line, quantity: MANY.most }], more: {} };
  if (random.chance(0.3)) return { items: linesOf(random, TICKETS, 3), more: delivery(run) };
  if (random.chance(0.3)) return { items: linesOf(random, OFFERS, 2), more: delivery(run) };
  const isPosted = random.chance(0.3);
  const items = random.chance(0.6) ? linesOf(random, GIFT_CARDS, 1) : linesOf(random, EXPERIENCES, 2);
  const codes = [...(isPosted ? Object.values(CODES) : [CODES.plenty, CODES.scarce, CODES.free]), ...run.discounts];
  return {
    items,
    more: {
      ...(isPosted ? { delivery: { method: 'postal', address: RECIPIENT } } : delivery(run)),
      ...(random.chance(0.6) ? { discount_code: random.pick(codes) } : {}),
    },
  };
};

/** Delivery now, or in a few hours. */
const delivery = (run: Run): object =>
  run.random.chance(0.15) ? { delivery: { method: 'recipient_email', send_at: laterToday(run) } } : {};

const laterToday = ({ random, system }: Run): string =>
  new Date(system.nowMs + random.between(1, 5) * 3600_000).toISOString();

export const createOrder = (run: Run, cart?: Cart): (() => Promise<string | undefined>) => {
  const { items, more } = cart ?? (run.cart ?? cartOf)(run);
  const sender = { name: 'Anna', email: run.random.pick(BUYERS) };
  const body = orderBody(items, { return_url: 'https://shop.example/', sender, ...more });
  const options = { idempotencyKey: newKey(run), body };
  return async () => {
    const answer = await send<OrderBody>(run, { name: 'order', method: 'POST', path: '/v2/orders', options });
    if (answer.status !== 201) return undefined;
    if (!run.orders.includes(answer.body.id)) run.orders.push(answer.body.id);
    return answer.body.id;
  };
};

const openPage = (run: Run, orderId: string): (() => Promise<void>) => {
  const idempotencyKey = newKey(run);
  return async () => {
    const path = `/v2/orders/${orderId}/checkout-sessions`;
    const answer = await retryUntilFinal(run, 'session', () =>
      post<{ id: string; url: string }>(run, path, { idempotencyKey }),
    );
    if (answer.status < 300) run.pages.push({ path: new URL(answer.body.url).pathname, sessionId: answer.body.id });
  };
};

const CARDS: readonly Card[] = ['paid', 'paid', 'paid', 'paid', 'declined', 'late', 'noisy', 'unrefundable', 'short'];

/** A buyer's action on a payment page: a card, or another method with one of its outcomes. */
export const paymentForm = ({ random }: Pick<Run, 'random'>): string => {
  const method = random.pick(METHODS);
  if (method === 'card' || random.chance(0.5)) return cardForm(random.pick(CARDS));
  const outcome = random.chance(0.5) ? 'approved' : random.pick(METHOD_OUTCOMES);
  return new URLSearchParams({ method, outcome }).toString();
};

const payOn = (run: Run, path: string): (() => Promise<unknown>) => {
  const body = paymentForm(run);
  return () => run.system.request('POST', path, { body });
};

export const pickRecent = <T>(run: Run, all: readonly T[]): T | undefined =>
  all.length === 0 ? undefined : run.random.pick(all.slice(-RECENT));
export const pickAny = <T>(run: Run, all: readonly T[]): T | undefined =>
  all.length === 0 ? undefined : run.random.pick(all);

/** A complete sale, so that runs do not consist of abandoned carts. */
const sale: Action = (run) => {
  const order = createOrder(run);
  const idempotencyKey = newKey(run);
  const body = paymentForm(run);
  return async () => {
    const orderId = await order();
    if (orderId === undefined) return;
    const path = `/v2/orders/${orderId}/checkout-sessions`;
    const answer = await retryUntilFinal(run, 'session', () =>
      post<{ id: string; url: string }>(run, path, { idempotencyKey }),
    );
    if (answer.status >= 300) return;
    const page = new URL(answer.body.url).pathname;
    run.pages.push({ path: page, sessionId: answer.body.id });
    await run.system.request('POST', page, { body });
    run.paid.push(orderId);
  };
};

/** Usually picks a paid order, because few actions apply to other orders. */
const pickOrder = (run: Run): string | undefined => pickAny(run, run.random.chance(0.85) ? run.paid : run.orders);

const onRecentOrder =
  (work: (run: Run, orderId: string) => () => Promise<unknown>): Action =>
  (run) => {
    const orderId = pickRecent(run, run.orders);
    return orderId === undefined ? undefined : work(run, orderId);
  };

const pay: Action = (run) => {
  const page = pickRecent(run, run.pages);
  return page && payOn(run, page.path);
};

const settle = onRecentOrder((run, orderId) => {
  const idempotencyKey = newKey(run);
  const body = { mode: 'invoice', external_reference: `invoice-${run.random.between(1, 4)}` };
  return () =>
    retryUntilFinal(run, 'settle', () => post(run, `/v2/orders/${orderId}/settle`, { idempotencyKey, body }));
});

/** Changes the send time or the address. Most of these changes are refused, because few orders are scheduled. */
const changeDelivery = onRecentOrder((run, orderId) => {
  const idempotencyKey = newKey(run);
  const body = {
    ...(run.random.chance(0.8) ? { send_at: laterToday(run) } : {}),
    ...(run.random.chance(0.4) ? { recipient_email: `bo${run.random.between(1, 9)}@example.com` } : {}),
  };
  return () =>
    retryUntilFinal(run, 'delivery', () => post(run, `/v2/orders/${orderId}/delivery`, { idempotencyKey, body }));
});

const read = onRecentOrder(
  (run, orderId) => () => run.system.request('GET', `/v2/orders/${orderId}`, { key: run.key }),
);

/** Looks up codes as staff do. */
const look: Action = (run) => {
  const orderId = pickOrder(run);
  if (orderId === undefined) return undefined;
  return async () => {
    const path = `/v2/items?order_id=${orderId}&limit=5`;
    const { body } = await run.system.request<{ data?: { code: string }[] }>('GET', path, { key: run.key });
    for (const { code } of body.data ?? []) if (!run.codes.includes(code)) run.codes.push(code);
  };
};

const REFUNDS = {
  everything: () => undefined,
  amount: ({ random }: Run) => ({ amount: random.between(1, 60_000) }),
  items: (run: Run) => ({
    items: [...new Set([pickAny(run, run.codes) ?? 'NONE-SUCH', pickAny(run, run.codes) ?? 'NONE'])],
  }),
  shipping: () => ({ shipping: true }),
  fees: () => ({ fees: true }),
  parts: (run: Run) => ({ items: [pickAny(run, run.codes) ?? 'NONE-SUCH'], shipping: true, fees: true }),
  part: (run: Run) => ({ items: [pickAny(run, run.codes) ?? 'NONE-SUCH'], amount: run.random.between(1, 20_000) }),
};

const orderOf = (run: Run, body: object | undefined): string | undefined => {
  const [code] = (body as { items?: string[] } | undefined)?.items ?? [];
  const item = code === undefined ? undefined : run.system.table.rowsOf('item').find((row) => row['code'] === code);
  return (item?.['orderId'] as string | undefined) ?? pickOrder(run);
};

/** A refund, sometimes a repeat with the same key. */
const refund: Action = (run) => {
  let request = run.random.chance(0.2) ? pickAny(run, run.refunds) : undefined;
  if (!request) {
    const body = run.random.pick(Object.values(REFUNDS))(run);
    const orderId = orderOf(run, body);
    if (orderId === undefined) return undefined;
    request = { orderId, body, idempotencyKey: newKey(run) };
    run.refunds.push(request);
  }
  const { orderId, body, idempotencyKey } = request;
  return () =>
    retryUntilFinal(run, 'refund', () => post(run, `/v2/orders/${orderId}/refund`, { idempotencyKey, body }));
};

/** A claim or undo, usually one that the item allows. */
export const portion = (run: Run, item: Item | undefined): object => {
  const { random } = run;
  if (random.chance(0.3)) return { type: 'all' };
  const isByAmount = random.chance(0.1) ? random.chance(0.5) : Number(item?.['pieces']) <= 1;
  return isByAmount
    ? { type: 'amount', amount: random.between(1, 250) }
    : { type: 'piece', number: random.between(1, 2) };
};

/** An item of this run, usually a usable one. */
export const pickItem = (run: Run): Item | undefined => {
  const known = run.system.table.rowsOf('item').filter((row) => run.codes.includes(String(row['code'])));
  const usable = known.filter((row) => Number(row['remainingMinor']) > 0 || Number(row['remainingPieces']) > 0);
  return pickAny(run, usable.length > 0 && run.random.chance(0.7) ? usable : known);
};

/** The path of an operation on an item. Items of the assigned company need its selector. */
export const itemPath = (item: Item, verb: string): string =>
  `/v2/items/${String(item['code'])}/${verb}${item['company'] === ABROAD ? `?company=${ABROAD}` : ''}`;

const onItem =
  (verb: string, bodyOf: (run: Run, item: Item) => object): Action =>
  (run) => {
    const item = pickItem(run);
    if (item === undefined) return undefined;
    const options = { headers: { 'x-request-guid': randomUUID() }, body: bodyOf(run, item) };
    return () => send(run, { name: verb, method: 'POST', path: itemPath(item, verb), options });
  };

const cancel: Action = (run) => (run.random.chance(0.4) ? onItem('cancel', () => ({}))(run) : undefined);

const HALF_A_DAY_MS = 12 * 3600_000;

/**
 * Whether the gateway sends no notices for an order that has not changed for half a day. Runs cause no event for such
 * an order, because the nightly check finds payments without a notice only within two days after a change to the order.
 */
const isOutOfSight = ({ system }: Run, sessionId: string): boolean => {
  const session = system.table.rowsOf('gateway-session').find((row) => row.pk.includes(sessionId));
  const { orderId } = (session?.['details'] ?? {}) as { orderId?: string };
  const order = system.table.rowsOf('order').find((row) => row['id'] === orderId);
  return session?.['silent'] === true && Number(order?.['updatedAtMs']) < system.nowMs - HALF_A_DAY_MS;
};

/** An event at the gateway that no request in this run causes. */
const atGateway =
  (event: string, amountOf: (run: Run) => object = () => ({})): Action =>
  (run) => {
    const page = pickAny(run, run.pages);
    if (!page || isOutOfSight(run, page.sessionId)) return undefined;
    const path = `/payments/test/sessions/${page.sessionId}/events`;
    const body = JSON.stringify({ event, ...amountOf(run) });
    const headers = {
      'content-type': 'application/json',
      ...testGatewayHeaders('test-gateway-call', { method: 'POST', path, body }),
    };
    return () => retryUntilFinal(run, event, () => run.system.request('POST', path, { headers, body }));
  };

const silent: Action = (run) => (run.random.chance(0.3) ? atGateway('silent')(run) : undefined);

/** Staff retry a failed fulfillment. */
const fulfillAgain: Action = () => async () => {
  for (const order of await failedOrders()) await retryFulfillment(order);
};

/** Runs an operator command, which may be killed like any other process; the operator may run it again. */
export const runOperator =
  (work: (run: Run) => () => Promise<unknown>, chance = 0.15): Action =>
  (run) => {
    if (!run.random.chance(chance)) return undefined;
    const command = work(run);
    return () =>
      run.system.scheduler.call('operator', command).catch((error: unknown) => {
        if (error instanceof ProcessKilled) return;
        const reason = error instanceof Error ? error.message : String(error);
        run.answers.set(`operator: ${reason}`, (run.answers.get(`operator: ${reason}`) ?? 0) + 1);
      });
  };

/** Sets the date and the number of seats of an event, or removes the limit of seats. */
const changeEvent = runOperator(({ random }) => {
  const seats = random.chance(0.25) ? null : random.between(1, 25);
  const month = random.chance(0.5) ? random.between(5, 8) : null;
  const file = eventFile(random.pick(EVENTS), { seats, month });
  return () => importOperatorData(file);
}, 0.6);

const limitCode = runOperator(({ random }) => {
  const file = codeFile(random.chance(0.4) ? null : random.between(1, 30));
  return () => importOperatorData(file);
}, 0.6);

const advanceClock: Action = (run) => {
  run.system.nowMs += run.random.pick([5, 61, 61, 130, 600, 1900, 5500, 40_000]) * 1000;
  return undefined;
};

/** Actions, weighted by repetition. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  'sale 1': sale,
  'sale 2': sale,
  'sale 3': sale,
  'sale 4': sale,
  order: (run) => createOrder(run),
  page: onRecentOrder(openPage),
  'another page': onRecentOrder(openPage),
  pay,
  'pay again': pay,
  settle: (run) => (run.random.chance(0.4) ? settle(run) : undefined),
  'change delivery': changeDelivery,
  read,
  'look 1': look,
  'look 2': look,
  'look 3': look,
  'refund 1': refund,
  'refund 2': refund,
  'refund 3': refund,
  'claim 1': onItem('claim', portion),
  'claim 2': onItem('claim', portion),
  'claim 3': onItem('claim', portion),
  undo: onItem('refund', portion),
  cancel,
  'dashboard refund': atGateway('refund', ({ random }) =>
    random.chance(0.5) ? {} : { amount: random.between(1, 40_000) },
  ),
  'failed refund': atGateway('refund_failed'),
  'dispute opened': atGateway('dispute_opened'),
  'dispute won': atGateway('dispute_won'),
  'dispute lost': atGateway('dispute_lost'),
  silent,
  'fulfill again': fulfillAgain,
  'change event': changeEvent,
  'limit code': limitCode,
  'time 1': advanceClock,
  'time 2': advanceClock,
};
