import { randomUUID } from 'node:crypto';
import type { Card } from '../support/seed.ts';
import { giftCard, type Shop } from '../support/shop.ts';
import type { Answer } from '../support/stack.ts';
import type { Random } from './random.ts';
import { GIFT_CARD_AMOUNTS, STOCKED } from './world.ts';

/** What a run has done so far, as its partners and buyers know it. */
export interface Run {
  random: Random;
  shop: Shop;
  seed: number;
  orders: string[];
  pages: string[];
  keys: number;
}

const CARDS: readonly Card[] = ['paid', 'paid', 'paid', 'declined', 'late', 'noisy', 'unrefundable'];
const FUNCTIONS = [
  'create-order',
  'create-checkout-session',
  'receive-test-notice',
  'fulfil-order',
  'refund-order',
  'expiry-sweep',
  'stream-relay',
] as const;
const FAULTS = [
  ['table', 'throttle'],
  ['table', 'conflict'],
  ['table', 'after-commit'],
  ['queue', 'unavailable'],
  ['payments', 'unavailable'],
  ['payments', 'after-commit'],
  ['objects', 'unavailable'],
] as const;

/** Buyers pay what they have just ordered; refunds and claims come for any order. */
const RECENT = 3;

const nextKey = (run: Run): string => `${run.seed}-${run.keys++}`;

/** Repeats a call as a careful partner does: the same key until it gets an answer that is not ours to wait for. */
const insist = async <T>(call: () => Promise<Answer<T>>): Promise<Answer<T>> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await call();
    const code = (answer.body as { error?: { code: string } }).error?.code;
    const retry = answer.status >= 500 || code === 'request_in_progress' || code === 'checkout_in_progress';
    if (!retry || code === 'refund_declined' || attempt >= 6) return answer;
  }
};

const order = async (run: Run): Promise<void> => {
  const { random, shop } = run;
  const stocked = random.pick(STOCKED);
  const items = random.chance(0.4)
    ? giftCard(random.pick(GIFT_CARD_AMOUNTS), random.between(1, 3))
    : [{ product_id: stocked.product, product_option_id: stocked.option, quantity: random.between(1, 3) }];
  const idempotencyKey = nextKey(run);
  const scheduled = random.chance(0.15)
    ? { delivery: { send_at: new Date((await shop.stack.nowMs()) + random.between(1, 5) * 3600_000).toISOString() } }
    : {};
  const more = { return_url: 'https://shop.example/', ...scheduled };
  const answer = await insist(() => shop.order(items, more, { idempotencyKey }));
  if (answer.status === 201) run.orders.push(answer.body.id);
};

const openPage = async (run: Run): Promise<void> => {
  if (run.orders.length === 0) return;
  const orderId = run.random.pick(run.orders.slice(-RECENT));
  const idempotencyKey = nextKey(run);
  const answer = await insist(() => run.shop.session(orderId, { idempotencyKey }));
  if (answer.status < 300) run.pages.push(answer.body.url);
};

const pay = async (run: Run): Promise<void> => {
  if (run.pages.length === 0) return;
  const page = run.random.pick(run.pages.slice(-RECENT));
  const card = run.random.pick(CARDS);
  const pays = Array.from({ length: run.random.chance(0.2) ? 2 : 1 }, () => run.shop.pay(page, card));
  await Promise.all(pays);
};

/** A sale from start to end, so that runs are not made of abandoned carts. */
const sale = async (run: Run): Promise<void> => {
  await order(run);
  await openPage(run);
  await pay(run);
};

const refund = async (run: Run): Promise<void> => {
  if (run.orders.length === 0) return;
  const orderId = run.random.pick(run.orders);
  const idempotencyKey = nextKey(run);
  const body = run.random.chance(0.6) ? { amount: run.random.between(1, 10) * 1000 } : undefined;
  await insist(() => run.shop.refund(orderId, body, { idempotencyKey }));
};

const claim = async (run: Run): Promise<void> => {
  if (run.orders.length === 0) return;
  const { key, stack } = run.shop;
  const path = `/v2/items?order_id=${run.random.pick(run.orders)}`;
  const items = await stack.get<{ data?: { code: string }[] }>(path, { key });
  const item = items.body.data?.[0];
  if (!item) return;
  const headers = { 'X-Request-Guid': randomUUID() };
  const body = run.random.chance(0.5) ? { type: 'all' } : { type: 'amount', amount: run.random.between(1, 50) };
  await insist(() => stack.post(`/v2/items/${item.code}/claim`, { key, headers, body }));
};

const moveClock = async (run: Run): Promise<void> => {
  await run.shop.stack.advance(run.random.pick([5, 61, 600, 1900, 5500, 90_000]));
};

const crash = async (run: Run): Promise<void> => {
  const at = run.random.chance(0.5) ? 'before-commit' : 'after-commit';
  await run.shop.stack.crash(run.random.pick(FUNCTIONS), at, 1);
};

const fault = async (run: Run): Promise<void> => {
  const [target, mode] = run.random.pick(FAULTS);
  await run.shop.stack.fault(target, mode, run.random.between(1, 3));
};

/** Each action as often as it stands here. */
export const ACTIONS: readonly ((run: Run) => Promise<void>)[] = [
  ...Array.from({ length: 5 }, () => sale),
  order,
  openPage,
  openPage,
  pay,
  pay,
  refund,
  refund,
  claim,
  claim,
  moveClock,
  crash,
  crash,
  fault,
  fault,
];
