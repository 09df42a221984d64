import { ApiError } from '../../functions/platform/errors.ts';
import { redemptionStatusOf } from '../../functions/domain/value/items/redemptions/rules.ts';
import type { RedemptionRow } from '../../functions/domain/value/items/redemptions/rows.ts';
import type { ItemRow } from '../../functions/domain/value/items/rows.ts';
import { freeOf, heldOf } from '../../functions/domain/value/items/ledger/holds.ts';
import { deliverNewest, openFirstSession, runUndisturbed, DAY_MS, type CrashScenario } from './arrivals.ts';
import {
  adjust,
  apply,
  block,
  capture,
  redeem,
  refundOf,
  release,
  remove,
  replace,
  type TillRequest,
} from './tills.ts';
import type { World } from './world.ts';

const KEY = 'pass-1';

/** The state of cards, redemptions and the order as a caller sees it, without times. */
const outcome = (world: World): unknown => [
  world
    .rowsOf<ItemRow>('item')
    .map((item) => [
      item.status,
      item.remainingMinor,
      item.claimedMinor,
      item.withdrawnMinor,
      heldOf(item, world.nowMs).minor,
      freeOf(item, world.nowMs).minor,
      item.ledgerSeq,
    ]),
  world
    .rowsOf<RedemptionRow>('redemption')
    .map((row) => [
      redemptionStatusOf(row, world.nowMs),
      row.sources.map(({ minor, capturedMinor, refundedMinor }) => [minor, capturedMinor, refundedMinor]),
    ]),
  world.order().status,
  world.order().payment.giftCards?.map(({ amount, status, refunded }) => [amount, status, refunded]),
  [world.order().payment.captured, world.order().payment.refunded, world.order().payment.status],
];

const again = { isAnswer: () => false, outcome };
/** Repeats before the sweep, which would expire the unpaid order. */
const prompt = { ...again, isPrompt: true } as const;

const cardAt =
  (at: number) =>
  (world: World): string =>
    world.cards[at] ?? '';
const [first, second, third] = [cardAt(0), cardAt(1), cardAt(2)];

/** Long enough that nothing expires while due work is completed. */
const HOLD = { capture: false, expires_in_seconds: 604_800 } as const;

const holdTwo: TillRequest = (world, key) =>
  redeem({
    sources: [
      { code: first(world), amount: 4 },
      { code: second(world), amount: 3 },
    ],
    ...HOLD,
  })(world, key);

const redeemTwo: TillRequest = (world, key) =>
  redeem({
    sources: [
      { code: first(world), amount: 4 },
      { code: second(world), amount: 3 },
    ],
  })(world, key);

const after =
  (...requests: TillRequest[]) =>
  async (world: World): Promise<void> => {
    for (const [at, request] of requests.entries()) await runUndisturbed(world, () => request(world, `before-${at}`));
  };

const ofLast =
  (verb: (id: string, amount?: number) => TillRequest, amount?: number) =>
  (world: World): Promise<unknown> =>
    verb(world.redemptions.at(-1) ?? '', amount)(world, KEY);

const applyCard =
  (code: (world: World) => string, amount?: number): TillRequest =>
  (world, key) =>
    apply(code(world), amount)(world, key);

const adjustFirst =
  (amount: number): TillRequest =>
  (world, key) =>
    adjust(first(world), amount)(world, key);

const replaceCard =
  (code: (world: World) => string): TillRequest =>
  (world, key) =>
    replace(code(world))(world, key);

const blockFirst: TillRequest = (world, key) => block(first(world), true)(world, key);

const redeemFirst: TillRequest = (world, key) => redeem({ sources: [{ code: first(world), amount: 4 }] })(world, key);

const withRenewedCards = (arrive: (world: World) => Promise<unknown>) => async (world: World) => {
  world.renewCards();
  await arrive(world);
};

/**
 * Changes the order so that gift cards can pay for it: none of its lines is a gift card. The gateway accepts refunds
 * unless specified otherwise.
 */
const withPayableOrder = (arrive: (world: World) => Promise<unknown>) => async (world: World) => {
  world.renewCards();
  world.makePayable();
  world.gateway.declinesRefunds = false;
  await arrive(world);
};

const paidWithCards = async (world: World): Promise<void> => {
  await after(applyCard(first, 300), applyCard(second, 200))(world);
  await openFirstSession(world);
  world.gateway.pay(0, true);
  await runUndisturbed(world, deliverNewest(world));
};

const paidByCardAlone = (world: World): Promise<void> => after(applyCard(third))(world);

const issuedAfter = (arrive: (world: World) => Promise<void>) => async (world: World) => {
  await arrive(world);
  world.advance(DAY_MS);
  await runUndisturbed(world, () => world.fulfill());
};

const refundAll = (world: World): Promise<unknown> => world.refund(KEY, {});

const redemptionScenarios: readonly CrashScenario[] = [
  { name: 'two cards are held', arrive: async () => {}, pass: (world) => holdTwo(world, KEY), again },
  { name: 'two cards are redeemed immediately', arrive: async () => {}, pass: (world) => redeemTwo(world, KEY), again },
  { name: 'a hold is captured', arrive: after(holdTwo), pass: ofLast(capture), again },
  { name: 'a part of a hold is captured', arrive: after(holdTwo), pass: ofLast(capture, 5), again },
  { name: 'a hold is released', arrive: after(holdTwo), pass: ofLast(release), again },
  { name: 'a redemption is refunded', arrive: after(redeemTwo), pass: ofLast(refundOf), again },
  { name: 'a part of a redemption is refunded', arrive: after(redeemTwo), pass: ofLast(refundOf, 5), again },
];

const stateScenarios: readonly CrashScenario[] = [
  { name: 'a card is blocked', arrive: after(redeemFirst), pass: (world) => blockFirst(world, KEY), again },
  {
    name: 'the value of a card is raised',
    arrive: after(redeemFirst),
    pass: (world) => adjustFirst(7)(world, KEY),
    again,
  },
  {
    name: 'the value of a card is lowered to what is held',
    arrive: after(holdTwo),
    pass: (world) => adjustFirst(-46)(world, KEY),
    again,
  },
  {
    name: 'a card is replaced that was adjusted and used in part',
    arrive: after(redeemFirst, adjustFirst(7)),
    pass: (world) => replaceCard(first)(world, KEY),
    again,
  },
  {
    name: 'a redemption is refunded to the successors of its cards',
    arrive: after(redeemTwo, replaceCard(first), replaceCard(second)),
    pass: ofLast(refundOf),
    again,
  },
];

const orderScenarios: readonly CrashScenario[] = [
  {
    name: 'a card is added',
    arrive: async () => {},
    pass: (world) => applyCard(first, 300)(world, KEY),
    again: prompt,
  },
  {
    name: 'a card is added while a page is open',
    arrive: openFirstSession,
    pass: (world) => applyCard(first, 300)(world, KEY),
    again: prompt,
  },
  {
    name: 'a card is removed',
    arrive: after(applyCard(first, 300)),
    pass: (world) => remove(world.order().payment.giftCards?.[0]?.id ?? '')(world, KEY),
    again: prompt,
  },
  {
    name: 'a card pays for the whole order',
    arrive: async () => {},
    pass: (world) => applyCard(third)(world, KEY),
    again: prompt,
  },
  {
    name: 'the last of two cards pays the rest',
    arrive: after(applyCard(first, 300)),
    pass: (world) => applyCard(third)(world, KEY),
    again: prompt,
  },
  {
    name: 'the gateway captures its part of an order with cards',
    arrive: async (world) => {
      await after(applyCard(first, 300))(world);
      await openFirstSession(world);
      world.gateway.pay(0, true);
    },
    pass: (world) => deliverNewest(world)(),
  },
  {
    name: 'an order with cards expires',
    arrive: async (world) => {
      await after(applyCard(first, 300))(world);
      world.advance(2 * DAY_MS);
    },
    pass: (world) => world.expire(),
  },
  { name: 'an order paid only by cards is refunded', arrive: issuedAfter(paidByCardAlone), pass: refundAll, again },
  {
    name: 'a part of an order paid only by cards is refunded',
    arrive: issuedAfter(paidByCardAlone),
    pass: (world) => world.refund(KEY, { amount: 250 }),
    again,
  },
  { name: 'an order of cards and gateway is refunded', arrive: issuedAfter(paidWithCards), pass: refundAll, again },
  {
    name: 'an order is refunded to the successors of its cards',
    arrive: issuedAfter(async (world) => {
      await paidWithCards(world);
      await after(replaceCard(first), replaceCard(second))(world);
    }),
    pass: refundAll,
    again,
  },
  {
    name: 'a card that paid for an order is replaced',
    arrive: issuedAfter(paidWithCards),
    pass: (world) => replaceCard(first)(world, KEY),
    again,
  },
  {
    name: 'an order of cards and gateway is refunded before it is issued',
    arrive: paidWithCards,
    pass: refundAll,
    again: prompt,
  },
  {
    name: 'the gateway refuses its part',
    arrive: async (world) => {
      world.gateway.declinesRefunds = true;
      await issuedAfter(paidWithCards)(world);
    },
    pass: refundAll,
    again: {
      isAnswer: (error) => error instanceof ApiError && error.code === 'refund_declined',
      outcome: declinedOutcome,
    },
  },
  {
    name: 'the gateway does not respond for its part',
    arrive: async (world) => {
      await issuedAfter(paidWithCards)(world);
      world.gateway.lostRefundAnswers = 1;
    },
    pass: refundAll,
    again,
  },
  {
    name: 'a card is refunded whose value was repaid in money',
    arrive: async (world) => {
      await issuedAfter(paidByCardAlone)(world);
      world.markRepaid();
    },
    pass: refundAll,
    again,
  },
];

/** The outcome after declined refunds. Each declined refund adds a withdrawal and a return to the ledgers. */
function declinedOutcome(world: World): unknown {
  return world
    .rowsOf<ItemRow>('item')
    .map((item) => [item.remainingMinor, item.claimedMinor, freeOf(item, world.nowMs)]);
}

export const CARD_SCENARIOS: readonly CrashScenario[] = [
  ...[...redemptionScenarios, ...stateScenarios].map((scenario) => ({
    ...scenario,
    arrive: withRenewedCards(scenario.arrive),
  })),
  ...orderScenarios.map((scenario) => ({ ...scenario, arrive: withPayableOrder(scenario.arrive) })),
];
