import type { ItemRow } from '../../functions/domain/value/items/rows.ts';
import type { RedemptionRow } from '../../functions/domain/value/items/redemptions/rows.ts';
import type { Action } from './actions.ts';
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

const LAST = new WeakMap<World, { request: TillRequest; key: string }>();

/** A request, sometimes a repeat of the last request with the same key. */
const requesting =
  (requestOf: (world: World) => TillRequest | undefined): Action =>
  (world) => {
    const last = LAST.get(world);
    const request = requestOf(world);
    const sent = last && world.random.chance(0.15) ? last : request && { request, key: world.newKey() };
    if (!sent) return undefined;
    LAST.set(world, sent);
    return () => sent.request(world, sent.key);
  };

/** A card of another order, or an item of this one. */
const someCode = (world: World): string =>
  world.random.chance(0.5) ? someCard(world) : world.currentCode(world.random.pick(world.codes.slice(0, 3)));

const someCard = (world: World): string => world.currentCode(world.random.pick(world.cards));

const decimal = (minor: number): number => Math.max(1, Math.round(minor)) / 100;

const someAmount = ({ random }: World): number | undefined =>
  random.chance(0.5) ? decimal(random.between(1, 4000)) : undefined;

const sources = (world: World) => {
  const codes = new Set(Array.from({ length: world.random.pick([1, 1, 2]) }, () => someCode(world)));
  return [...codes].map((code) => {
    const amount = someAmount(world);
    const item = world.rowsOf<ItemRow>('item').find((each) => each.code === code);
    if (item && item.pieces > 1) return world.random.chance(0.5) ? { code, number: 1 } : { code };
    return amount === undefined ? { code } : { code, amount };
  });
};

const someRedemption = (world: World, state: RedemptionRow['state']): string | undefined => {
  const fitting = world.rowsOf<RedemptionRow>('redemption').filter((row) => row.state === state);
  const ids = fitting.length > 0 && world.random.chance(0.8) ? fitting.map(({ id }) => id) : world.redemptions;
  return ids.length === 0 ? undefined : world.random.pick(ids);
};

const onRedemption = (state: RedemptionRow['state'], request: (world: World, id: string) => TillRequest): Action =>
  requesting((world) => {
    const id = someRedemption(world, state);
    return id === undefined ? undefined : request(world, id);
  });

/** Tills using cards of other orders and items of this one. */
export const cardActions: Record<string, Action> = {
  hold: requesting((world) =>
    redeem({
      sources: sources(world),
      capture: false,
      expires_in_seconds: world.random.pick([60, 600, 100_000]),
    }),
  ),
  'hold again': requesting((world) => redeem({ sources: sources(world), capture: false })),
  redeem: requesting((world) => redeem({ sources: sources(world) })),
  'redeem an amount': requesting((world) =>
    redeem({
      sources: [...new Set([someCode(world), someCode(world)])].map((code) => ({ code })),
      amount: decimal(world.random.between(100, 6000)),
      partial: world.random.chance(0.5),
    }),
  ),
  capture: onRedemption('held', (world, id) => capture(id, someAmount(world))),
  'capture all': onRedemption('held', (_world, id) => capture(id)),
  release: onRedemption('held', (_world, id) => release(id)),
  'refund redemption': onRedemption('captured', (world, id) => refundOf(id, someAmount(world))),
  block: requesting((world) => block(someCode(world), world.random.chance(0.4))),
  adjust: requesting((world) => adjust(someCode(world), world.random.pick([-1, 1, 1]) * world.random.between(1, 40))),
  replace: requesting((world) => replace(someCode(world))),
  'claim a card': (world) => {
    const code = someCard(world);
    const amountMinor = world.random.between(1, 3000);
    return () => world.claim(code, { type: 'amount', amountMinor, amount: amountMinor / 100 } as never);
  },
  'undo a claim': (world) => {
    const code = someCard(world);
    const amountMinor = world.random.between(1, 3000);
    return () => world.undoClaim(code, { type: 'amount', amountMinor, amount: amountMinor / 100 } as never);
  },
};

/** Cards that pay for this order. */
export const orderCardActions: Record<string, Action> = {
  apply: requesting((world) => apply(someCard(world))),
  'apply a part': requesting((world) => apply(someCard(world), world.random.between(1, 3000))),
  'remove card': requesting((world) => {
    const cards = world.order().payment.giftCards ?? [];
    return cards.length === 0 ? undefined : remove(world.random.pick(cards).id);
  }),
};
