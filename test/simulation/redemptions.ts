import { randomUUID } from 'node:crypto';
import type { Item } from './memory-table.ts';
import {
  pickAny,
  itemPath,
  pickItem,
  paymentForm,
  createOrder,
  retryUntilFinal,
  linesOf,
  newKey,
  post,
  pickRecent,
  type Action,
  type Run,
} from './partners.ts';
import { again, send, withOtherInput } from './sent-requests.ts';
import type { Reply } from './system.ts';
import { ABROAD, COMPANY, DORMANT, EXPERIENCES, OFFERS, TICKETS } from './world.ts';

interface RedemptionBody {
  id: string;
  status: string;
  amount: number;
  captured_amount: number;
  refunded_amount: number;
  outstanding: number;
  expires_at: string | null;
}

interface PaidBody {
  payment: { due: number; gift_cards: { id: string; amount: number; status: string }[] };
}

/** Converts a minor amount to a decimal, with at least one cent. */
const decimal = (minor: number): number => Math.max(1, Math.round(minor)) / 100;

const isCard = ({ itemType }: Item): boolean => VALUE_TYPES.has(String(itemType));
const VALUE_TYPES = new Set(['GIFTCARD', 'DISCOUNTED GC', 'GIFT CARD WITH ADDED VALUE']);
const isUsable = (item: Item): boolean =>
  item['blocked'] === undefined && item['frozenBy'] === undefined && Number(item['remainingMinor']) > 0;

/** A known value card, usually one that can be used. */
const pickCard = (run: Run): Item | undefined => {
  const results: Item[] = [];
  for (let tries = 0; tries < 6; tries++) {
    const item = pickItem(run);
    if (!item || !isCard(item)) continue;
    if (isUsable(item)) return item;
    results.push(item);
  }
  return results[0] ?? pickItem(run);
};

/** Campaigns of the world that run, with an amount in the range of each. */
const PROMOTIONS = [
  { id: 1, amount: 250 },
  { id: 2, amount: 450.1 },
];

/** Cards sold at the counter. Some are valid for a few days only, so that runs include holds on expired cards. */
const issue: Action = (run) => {
  const { random, system } = run;
  const promotion = random.chance(0.3) ? random.pick(PROMOTIONS) : undefined;
  const capture = !random.chance(0.2);
  const body = {
    amount: promotion?.amount ?? random.between(20, 400),
    piece: random.between(1, 2),
    ...(promotion ? { promotion_id: promotion.id } : {}),
    ...(random.chance(0.4) ? { validity: dayAfter(run, random.between(1, 3)) } : {}),
    ...(capture ? {} : { capture }),
  };
  const path = `/v2/items${random.chance(0.1) ? `?company=${ABROAD}` : ''}`;
  const options = { idempotencyKey: newKey(run), body };
  return async () => {
    const answer = await send<IssuedBody>(run, { name: 'issue', method: 'POST', path, options });
    recordIssued(run, answer);
    if (!capture && answer.status === 201) run.uncaptured.set(answer.body.order_id, new Set());
    if (answer.status >= 500) system.surprises.push(`issue returned ${answer.status}`);
  };
};

interface IssuedBody {
  order_id: string;
  items?: { code: string }[];
}

export const recordIssued = (run: Run, { body }: Reply<IssuedBody>): void => {
  for (const { code } of body.items ?? []) if (!run.codes.includes(code)) run.codes.push(code);
};

/** Captures an order that was issued without payment. Only the first capture may succeed. */
const captureIssued: Action = (run) => {
  const id = pickAny(run, [...run.uncaptured.keys()]);
  if (id === undefined) return undefined;
  const idempotencyKey = newKey(run);
  const path = `/v2/orders/${id}/capture`;
  return async () => {
    const sent = { name: 'capture issued', method: 'POST', path, options: { idempotencyKey } } as const;
    const { status } = await send(run, sent);
    const captures = run.uncaptured.get(id);
    if (status === 200) captures?.add(idempotencyKey);
    if ((captures?.size ?? 0) > 1) run.system.surprises.push(`K order ${id} was captured twice`);
  };
};

/** Activates or claims a dormant code of a campaign, whose item later actions use. */
const activate: Action = (run) => {
  const { random } = run;
  const code = random.pick(DORMANT);
  const isClaim = random.chance(0.4);
  const verb = isClaim ? 'claim' : 'activate';
  const amount = random.chance(0.5) ? {} : { amount: random.pick([650, 1100, 1100]) };
  const claim = random.chance(0.5) ? { type: 'all' } : { type: 'amount', amount: random.between(1, 700) };
  const options = { idempotencyKey: newKey(run), body: isClaim ? claim : amount };
  const path = `/v2/items/${code}/${verb}`;
  return async () => {
    const { status } = await send(run, { name: verb, method: 'POST', path, options });
    if (status < 300 && !run.codes.includes(code)) run.codes.push(code);
  };
};

const dayAfter = ({ system }: Run, days: number): string =>
  new Date(system.nowMs + days * 86_400_000).toISOString().slice(0, 10);

const sourceOf = (run: Run, item: Item): object => {
  const { random } = run;
  const code = String(item['code']);
  if (random.chance(0.45)) return { code };
  if (!isCard(item) && random.chance(0.9)) return Number(item['pieces']) > 1 ? { code, number: 1 } : { code };
  if (Number(item['pieces']) > 1) return { code, number: random.between(1, 3) };
  return { code, amount: decimal(Number(item['remainingMinor']) * random.pick([0.1, 0.3, 0.5, 0.5, 1, 1.1])) };
};

/** Redeems several items in one transaction, captured immediately or held. */
const redeem =
  (capture: boolean): Action =>
  (run) => {
    const { random } = run;
    const count = random.pick([1, 1, 2, 3]);
    const items = new Map<unknown, Item>();
    for (let at = 0; at < count; at++) {
      const item = random.chance(0.8) ? pickCard(run) : pickItem(run);
      if (item) items.set(item['code'], item);
    }
    if (items.size === 0) return undefined;
    const body = {
      sources: [...items.values()].map((item) => sourceOf(run, item)),
      ...(random.chance(0.4) ? { amount: decimal(random.between(100, 40_000)), partial: random.chance(0.6) } : {}),
      ...(random.chance(0.3) ? { allocation: 'expiry_first' } : {}),
      ...(capture ? {} : { capture }),
      ...(capture || random.chance(0.3) ? {} : { expires_in_seconds: random.pick([60, 300, 3600, 100_000]) }),
      ...(random.chance(0.3) ? { reference: `receipt-${random.between(1, 9)}`, location: 'Bar', note: 'lunch' } : {}),
    };
    const options = { idempotencyKey: newKey(run), body };
    const company = [...items.values()].every((item) => item['company'] === ABROAD) ? ABROAD : COMPANY;
    const selector = company === ABROAD ? `?company=${ABROAD}` : '';
    return async () => {
      const path = `/v2/redemptions${selector}`;
      const name = capture ? 'redeem' : 'hold';
      const { status, body: made } = await send<RedemptionBody>(run, { name, method: 'POST', path, options });
      if (status !== 201) return;
      const expiresAtMs = made.expires_at === null ? null : Date.parse(made.expires_at);
      run.redemptions.push({ id: made.id, company, expiresAtMs });
    };
  };

const onRedemption =
  (verb: 'capture' | 'release' | 'refund', amountOf: (run: Run, sum: number) => number | undefined): Action =>
  (run) => {
    const { system } = run;
    const rows = new Map(system.table.rowsOf('redemption').map((row) => [row['id'], row]));
    const requiredState = verb === 'refund' ? 'captured' : 'held';
    const fitting = run.redemptions.filter(({ id }) => rows.get(id)?.['state'] === requiredState);
    const redemption = run.random.chance(0.7) ? pickRecent(run, fitting) : pickAny(run, run.redemptions);
    if (!redemption) return undefined;
    const row = rows.get(redemption.id);
    const sources = (row?.['sources'] ?? []) as { minor: number }[];
    const amount = amountOf(
      run,
      sources.reduce((sum, { minor }) => sum + minor, 0),
    );
    const selector = redemption.company === ABROAD ? `?company=${ABROAD}` : '';
    const path = `/v2/redemptions/${redemption.id}/${verb}${selector}`;
    const options = {
      idempotencyKey: newKey(run),
      ...(amount === undefined ? {} : { body: { amount } }),
    };
    return async () => {
      const isLate = redemption.expiresAtMs !== null && system.nowMs >= redemption.expiresAtMs;
      const answer = await send<RedemptionBody & { error?: { code: string } }>(run, {
        name: `${verb} redemption`,
        method: 'POST',
        path,
        options,
      });
      const isOver = redemption.expiresAtMs !== null && system.nowMs >= redemption.expiresAtMs;
      const code = answer.body.error?.code;
      if (verb === 'capture' && answer.status === 200 && isLate) system.surprises.push('R a hold outlived its end');
      if (verb === 'capture' && code === 'redemption_expired' && !isOver) system.surprises.push('R a hold ended early');
      const isRefusal = [409, 422].includes(answer.status);
      if (answer.status !== 200 && !isRefusal) system.surprises.push(`R ${verb} returned ${answer.status} ${code}`);
      if (verb === 'capture' && answer.status === 422 && amount === undefined) {
        system.surprises.push('R a hold was not kept');
      }
    };
  };

const partOf = ({ random }: Run, sum: number): number | undefined =>
  random.chance(0.5) ? undefined : decimal(sum * random.pick([0.1, 0.4, 0.7, 1, 1.1]));

/** Holds, and then captures or releases, like a till, so that runs do not consist of abandoned holds. */
const till: Action = (run) => {
  const hold = redeem(false)(run);
  if (!hold) return undefined;
  const isCapture = run.random.chance(0.8);
  const act = isCapture ? onRedemption('capture', partOf) : onRedemption('release', () => undefined);
  return async () => {
    await hold();
    await act(run)?.();
  };
};

const recordPayment = (run: Run, orderId: string, { status, body }: Reply<PaidBody>): void => {
  if (status >= 300) return;
  for (const { id } of body.payment.gift_cards) {
    if (!run.applied.some((each) => each.id === id)) run.applied.push({ orderId, id });
  }
  if (body.payment.due === 0 && !run.paid.includes(orderId)) run.paid.push(orderId);
};

const applyTo = (run: Run, orderId: string, item: Item, amount?: number): (() => Promise<Reply<PaidBody>>) => {
  const options = {
    idempotencyKey: newKey(run),
    body: { code: String(item['code']), ...(amount === undefined ? {} : { amount }) },
  };
  return async () => {
    const path = `/v2/orders/${orderId}/gift-cards`;
    const answer = await send<PaidBody>(run, { name: 'apply card', method: 'POST', path, options });
    recordPayment(run, orderId, answer);
    return answer;
  };
};

const someAmount = ({ random }: Run): number | undefined =>
  random.chance(0.4) ? random.between(1, 20_000) : undefined;

const apply: Action = (run) => {
  const unpaid = run.orders.filter((id) => !run.paid.includes(id));
  const orderId = run.random.chance(0.8) ? pickRecent(run, unpaid) : pickRecent(run, run.orders);
  const item = pickCard(run);
  if (orderId === undefined || !item) return undefined;
  return applyTo(run, orderId, item, someAmount(run));
};

/** Applies one card to two concurrent orders. */
const applyTwice: Action = (run) => {
  const [one, other] = run.orders.filter((id) => !run.paid.includes(id)).slice(-2);
  const item = pickCard(run);
  if (one === undefined || other === undefined || !item) return undefined;
  const requests = [applyTo(run, one, item), applyTo(run, other, item)];
  return () => Promise.all(requests.map((each) => each()));
};

/** Picks a gift card that was applied to an order that is still unpaid. */
const findHeldCard = (run: Run): Run['applied'][number] | undefined => {
  const unpaid = new Set(
    run.system.table.rowsOf('order').flatMap((row) => (row['status'] === 'pending_payment' ? [row['id']] : [])),
  );
  return pickRecent(
    run,
    run.applied.filter(({ orderId }) => unpaid.has(orderId)),
  );
};

const remove: Action = (run) => {
  const card = run.random.chance(0.7) ? findHeldCard(run) : pickRecent(run, run.applied);
  if (!card) return undefined;
  const path = `/v2/orders/${card.orderId}/gift-cards/${card.id}`;
  const options = { idempotencyKey: newKey(run) };
  return () => send(run, { name: 'remove card', method: 'DELETE', path, options });
};

const cartWithoutCards = ({ random }: Run) => {
  const products = random.pick([TICKETS, OFFERS, EXPERIENCES]);
  return { items: linesOf(random, products, 2), more: {} };
};

/** An order that cards can pay, so that later actions can use it. */
const order: Action = (run) => createOrder(run, cartWithoutCards(run));

/** An order that cards pay for, alone or with the gateway. */
const saleWithCards: Action = (run) => {
  const { random } = run;
  const create = createOrder(run, cartWithoutCards(run));
  const cards = Array.from({ length: random.between(1, 3) }, () => ({ item: pickCard(run), amount: someAmount(run) }));
  const paysRest = random.chance(0.75);
  const idempotencyKey = newKey(run);
  const body = paymentForm(run);
  return async () => {
    const orderId = await create();
    if (orderId === undefined) return;
    let due = Infinity;
    for (const { item, amount } of cards) {
      if (!item || due === 0) continue;
      const answer = await applyTo(run, orderId, item, amount)();
      if (answer.status < 300) due = answer.body.payment.due;
    }
    if (due === 0 || !paysRest) return;
    const path = `/v2/orders/${orderId}/checkout-sessions`;
    const session = await retryUntilFinal(run, 'session', () =>
      post<{ id: string; url: string }>(run, path, { idempotencyKey }),
    );
    if (session.status >= 300) return;
    const page = new URL(session.body.url).pathname;
    run.pages.push({ path: page, sessionId: session.body.id });
    await run.system.request('POST', page, { body });
    run.paid.push(orderId);
  };
};

const onState =
  (verb: 'block' | 'unblock' | 'extend' | 'adjust', bodyOf: (run: Run) => object): Action =>
  (run) => {
    const item = pickItem(run);
    if (!item) return undefined;
    const options = { idempotencyKey: newKey(run), body: bodyOf(run) };
    const path = itemPath(item, verb);
    return () => send(run, { name: verb, method: 'POST', path, options });
  };

/** Replaces the code of an item. Later actions use both codes. */
const replace: Action = (run) => {
  const item = pickItem(run);
  if (!item) return undefined;
  const options = { idempotencyKey: newKey(run), body: run.random.chance(0.5) ? { reason: 'lost' } : {} };
  const path = itemPath(item, 'replace');
  return async () => {
    const { status, body } = await send<{ code: string }>(run, { name: 'replace', method: 'POST', path, options });
    if (status === 201 && !run.codes.includes(body.code)) run.codes.push(body.code);
    if (![201, 404, 409, 422].includes(status)) run.system.surprises.push(`replace returned ${status}`);
  };
};

/** Claims all items of an order in one request. */
const claimGroup: Action = (run) => {
  const orderId = pickRecent(run, run.paid);
  if (orderId === undefined || run.random.chance(0.6)) return undefined;
  const options = { headers: { 'x-request-guid': randomUUID() } };
  return () => send(run, { name: 'group claim', method: 'POST', path: `/v2/orders/${orderId}/claim`, options });
};

const read: Action = (run) => {
  const redemption = pickRecent(run, run.redemptions);
  return () =>
    run.system.request('GET', redemption ? `/v2/redemptions/${redemption.id}` : '/v2/redemptions?limit=5', {
      key: run.key,
    });
};

/** Actions of tills and shops on cards, weighted by repetition. */
export const CARD_ACTIONS: Readonly<Record<string, Action>> = {
  issue,
  'issue 2': issue,
  'capture issued': captureIssued,
  activate,
  redeem: redeem(true),
  'redeem 2': redeem(true),
  hold: redeem(false),
  'hold 2': redeem(false),
  till,
  'till 2': till,
  capture: onRedemption('capture', partOf),
  'capture 2': onRedemption('capture', () => undefined),
  release: onRedemption('release', () => undefined),
  'refund redemption': onRedemption('refund', partOf),
  'refund redemption 2': onRedemption('refund', partOf),
  apply,
  'order for cards': order,
  'apply 2': apply,
  'apply 3': apply,
  'apply to two orders': applyTwice,
  'remove card': remove,
  'remove card 2': remove,
  'sale with cards': saleWithCards,
  'sale with cards 2': saleWithCards,
  'sale with cards 3': saleWithCards,
  'send again': again,
  'send again 2': again,
  'send other input': withOtherInput,
  block: onState('block', () => ({ reason: 'lost' })),
  unblock: onState('unblock', () => ({})),
  'unblock 2': onState('unblock', () => ({})),
  extend: onState('extend', (run) => ({ validity: dayAfter(run, run.random.pick([2, 4, 900, 1500])) })),
  adjust: onState('adjust', ({ random }) => ({
    amount: random.pick([-1, 1]) * random.between(1, 300),
    reason: 'count',
  })),
  'adjust 2': onState('adjust', ({ random }) => ({ amount: random.between(1, 300), reason: 'count' })),
  replace,
  'replace 2': replace,
  'group claim': claimGroup,
  'read redemption': read,
};
