import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemSeed, Till, TILL_KEY, type Outcome } from '../support/item-shop.ts';
import { experience, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** Functions killed before or after a commit that moves value of cards; the client repeats its request. */
let stack: RunningStack;
let till: Till;
let shop: Shop;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed });
  till = new Till(stack);
  shop = new Shop(stack, TILL_KEY);
});
afterAll(() => stack.stop());

const key = TILL_KEY;
/** Price of the experience that cards pay for, smallest currency unit. */
const PRICE = 80_000;

interface HoldRequest {
  method: 'POST' | 'DELETE';
  path: string;
  body?: object;
}
const send = ({ method, path, body }: HoldRequest, idempotencyKey: string = randomUUID()): Promise<Outcome> =>
  stack.call(method, path, { key, idempotencyKey, ...(body ? { body } : {}) });
const posted = (path: string, body?: object): HoldRequest => ({ method: 'POST', path, ...(body ? { body } : {}) });

type Figures = [remaining: unknown, held: unknown, available: unknown];
const figuresOf = async (code: string): Promise<Figures> => {
  const item = await till.item(code);
  return [item.remaining_amount, item['held_amount'], item['available_amount']];
};
const redemption = async (codes: string[], capture: boolean): Promise<string> => {
  const sources = codes.map((code) => ({ code, amount: 60 }));
  const { body } = await send(posted('/v2/redemptions', { sources, capture }));
  return `/v2/redemptions/${String(body['id'])}`;
};
const unpaid = async (): Promise<string> => `/v2/orders/${(await shop.order(experience(1))).body.id}`;
const applied = async (order: string, code: string, amount?: number): Promise<string> => {
  const { status, body } = await send(posted(`${order}/gift-cards`, { code, ...(amount ? { amount } : {}) }));
  expect(status).toBe(201);
  const { gift_cards: cards } = body['payment'] as { gift_cards: { id: string }[] };
  return `${order}/gift-cards/${cards[0]?.id ?? ''}`;
};

interface CrashCase {
  /** Name of the function that is killed. */
  name: string;
  /** Prepares two cards of 1000 for the request. */
  prepare: (first: string, second: string) => Promise<HoldRequest>;
  /** Figures of both cards after the response. */
  after: [Figures, Figures];
}

const whole: Figures = [1000, 0, 1000];
const CROSSINGS: Record<string, CrashCase> = {
  'a hold of two cards': {
    name: 'create-redemption',
    prepare: async (first, second) =>
      posted('/v2/redemptions', {
        sources: [
          { code: first, amount: 60 },
          { code: second, amount: 60 },
        ],
        capture: false,
      }),
    after: [
      [1000, 60, 940],
      [1000, 60, 940],
    ],
  },
  'an immediate redemption of two cards': {
    name: 'create-redemption',
    prepare: async (first, second) =>
      posted('/v2/redemptions', { sources: [{ code: first }, { code: second }], amount: 1100 }),
    after: [
      [0, 0, 0],
      [900, 0, 900],
    ],
  },
  'a capture of a part': {
    name: 'capture-redemption',
    prepare: async (...codes) => posted(`${await redemption(codes, false)}/capture`, { amount: 70 }),
    after: [
      [940, 0, 940],
      [990, 0, 990],
    ],
  },
  'a release': {
    name: 'release-redemption',
    prepare: async (...codes) => posted(`${await redemption(codes, false)}/release`),
    after: [whole, whole],
  },
  'a refund of a redemption': {
    name: 'refund-redemption',
    prepare: async (...codes) => posted(`${await redemption(codes, true)}/refund`, { amount: 70 }),
    after: [[950, 0, 950], whole],
  },
  'a card that pays a part of an order': {
    name: 'apply-gift-card',
    prepare: async (first) => posted(`${await unpaid()}/gift-cards`, { code: first, amount: 30_000 }),
    after: [[1000, 300, 700], whole],
  },
  'the card that pays the rest of an order': {
    name: 'apply-gift-card',
    prepare: async (first, second) => {
      const order = await unpaid();
      await applied(order, first, 30_000);
      return posted(`${order}/gift-cards`, { code: second });
    },
    after: [
      [700, 0, 700],
      [500, 0, 500],
    ],
  },
  'a card that is removed from an order': {
    name: 'remove-gift-card',
    prepare: async (first) => ({ method: 'DELETE', path: await applied(await unpaid(), first, 30_000) }),
    after: [whole, whole],
  },
  'a refund of an order that cards paid for': {
    name: 'refund-order',
    prepare: async (first, second) => {
      const order = await unpaid();
      await applied(order, first, 30_000);
      await applied(order, second);
      await stack.idle();
      return posted(`${order}/refund`, { amount: PRICE - 10_000 });
    },
    after: [[900, 0, 900], whole],
  },
  'an adjustment': {
    name: 'adjust-item',
    prepare: async (first) => posted(`/v2/items/${first}/adjust`, { amount: -400, reason: 'count' }),
    after: [[600, 0, 600], whole],
  },
  'a replacement': {
    name: 'replace-item',
    prepare: async (first) => posted(`/v2/items/${first}/replace`),
    after: [[0, 0, 0], whole],
  },
  'a block': {
    name: 'block-item',
    prepare: async (first) => posted(`/v2/items/${first}/block`, {}),
    after: [[1000, 0, 0], whole],
  },
};

/** Longer than the lease of a request on its idempotency key. */
const LEASE_SECONDS = 31;

const repeated = async (sent: HoldRequest, idempotencyKey: string): Promise<Outcome> => {
  const answer = await send(sent, idempotencyKey);
  if (answer.status !== 503 && answer.body.error?.code !== 'request_in_progress') return answer;
  await stack.advance(LEASE_SECONDS);
  return send(sent, idempotencyKey);
};

test.each(Object.entries(CROSSINGS))('%s is done once when its function is killed', async (_case, crossing) => {
  for (const at of ['before-commit', 'after-commit'] as const) {
    const codes = [await till.card(1000), await till.card(1000)] as const;
    const sent = await crossing.prepare(...codes);
    await stack.idle();
    const idempotencyKey = randomUUID();
    await stack.crash(crossing.name, at);
    expect([at, (await send(sent, idempotencyKey)).status]).toEqual([at, 502]);
    const answer = await repeated(sent, idempotencyKey);
    expect([at, answer.status < 300, answer.body]).toMatchObject([at, true, {}]);
    const again = await send(sent, idempotencyKey);
    expect([at, again.status]).toEqual([at, answer.status]);
    await stack.idle();
    expect([at, ...(await Promise.all(codes.map(figuresOf)))]).toEqual([at, ...crossing.after]);
    if (crossing.name !== 'replace-item') continue;
    const next = String(answer.body['code']);
    expect([next, await figuresOf(next)]).toEqual([String(again.body['code']), whole]);
  }
});

test('the books are consistent afterwards', async () => {
  await stack.idle();
  await stack.runSchedule('integrity-check');
  const { body } = await stack.get<{ findings: object[] }>('/v2/reports/integrity', { key });
  expect(body.findings).toEqual([]);
});
