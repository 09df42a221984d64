import { heldOf, freeOf, liveHolds } from '../../functions/domain/value/items/ledger/holds.ts';
import { itemIdOf } from '../../functions/domain/value/items/item-id.ts';
import type { RedemptionRow } from '../../functions/domain/value/items/redemptions/rows.ts';
import { redemptionStatusOf, redeemedSumOf } from '../../functions/domain/value/items/redemptions/rules.ts';
import { CANCELLED, EXPIRED, type ItemRow, type LedgerRow } from '../../functions/domain/value/items/rows.ts';
import { statusAt } from '../../functions/domain/value/items/rules.ts';
import { gatewayShare, liveCards } from '../../functions/domain/checkout/orders/gift-cards.ts';
import type { RefundRow } from '../../functions/domain/checkout/orders/refund-rows.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { sum } from './books.ts';
import { currentCodes, isCurrent, replacementFaults } from './replaced-items.ts';

/** All rows that hold or have spent value, at one time. */
interface CardBooks {
  items: readonly ItemRow[];
  entries: readonly LedgerRow[];
  redemptions: readonly RedemptionRow[];
  orders: readonly OrderRow[];
  refunds: readonly RefundRow[];
  nowMs: number;
}

/** Checks that the claimed, reserved and withdrawn value of an item never exceeds its issued value. */
export const itemFaults = (item: ItemRow, nowMs: number): string[] => {
  const held = heldOf(item, nowMs);
  const free = freeOf(item, nowMs);
  const { claimedMinor, withdrawnMinor, remainingMinor, remainingPieces } = item;
  const valueMinor = item.valueMinor + (item.adjustedMinor ?? 0);
  const faults: string[] = [];
  const report = (fault: string) => faults.push(`H1 item ${item.code}: ${fault}`);
  if (claimedMinor + held.minor + withdrawnMinor > valueMinor) {
    report(`${claimedMinor} claimed, ${held.minor} held and ${withdrawnMinor} withdrawn of ${valueMinor}`);
  }
  if (Math.min(claimedMinor, withdrawnMinor, remainingMinor, remainingPieces) < 0) report('a figure is below 0');
  if (held.pieces > remainingPieces) report(`${held.pieces} pieces are held of ${remainingPieces}`);
  if (free.minor < 0 || free.pieces < 0 || free.minor + held.minor > remainingMinor)
    report('more is free than is left');
  if ((item.paidOrders?.minor ?? 0) > claimedMinor) report('more has paid for orders than was claimed');
  return faults;
};

/**
 * Checks that the amounts of a redemption equal those that its items hold for it, and its captures those claimed from
 * the items.
 */
export const redemptionFaults = (
  row: RedemptionRow,
  itemOf: (code: string) => ItemRow | undefined,
  claimsOf: (code: string) => readonly LedgerRow[],
  nowMs: number,
): string[] => {
  const status = redemptionStatusOf(row, nowMs);
  return row.sources.flatMap((source) => {
    const item = itemOf(source.code);
    if (!item) return [`H2 redemption ${row.id} refers to an item that does not exist`];
    const hold = liveHolds(item, nowMs).find(({ redemption }) => redemption === row.id);
    const claims = claimsOf(source.code).filter(({ context }) => context?.redemptionId === row.id);
    const claimed = -sum(claims.filter(({ kind }) => kind === 'claim').map(({ deltaMinor }) => deltaMinor));
    const given = sum(claims.filter(({ kind }) => kind === 'refund').map(({ deltaMinor }) => deltaMinor));
    const isHeld = hold?.minor === source.minor && hold.pieces === source.pieces;
    return [
      ...(status === 'held' && !isHeld ? [`H2 ${row.id} is held, but its item has no hold for it`] : []),
      ...(status !== 'held' && hold ? [`H2 ${row.id} is ${status}, but its item still has its hold`] : []),
      ...(claimed === source.capturedMinor
        ? []
        : [`H3 ${row.id} captured ${source.capturedMinor}, but ${claimed} were claimed for it`]),
      ...(source.capturedMinor > source.minor ? [`H3 ${row.id} has captured more than it held`] : []),
      ...(source.refundedMinor > source.capturedMinor || source.refundedPieces > source.capturedPieces
        ? [`H3 ${row.id} was refunded beyond what it captured`]
        : []),
      ...(given > source.refundedMinor ? [`H3 ${row.id} returned ${given}, but counts ${source.refundedMinor}`] : []),
    ];
  });
};

/** Compares the cards of an order with their redemptions and with the state of the order. */
export const orderCardFaults = (order: OrderRow, redemptionOf: (id: string) => RedemptionRow | undefined): string[] => {
  const { payment, status } = order;
  const cards = payment.giftCards ?? [];
  const isPaid = status === 'paid' || status === 'fulfilled' || payment.captured > 0;
  const isAuthorized = payment.status === 'authorized';
  const faults: string[] = [];
  const report = (fault: string) => faults.push(`H4 order ${order.id} (${status}/${payment.status}): ${fault}`);
  if (cards.length > 0 && gatewayShare(order) < 0) report('its cards are worth more than its total');
  if (new Set(liveCards(payment).map(({ itemId }) => itemId)).size !== liveCards(payment).length)
    report('the same card pays twice');
  for (const card of cards) {
    const row = redemptionOf(card.redemptionId);
    if (!row || row.orderId !== order.id) {
      report(`card ${card.id} has no redemption`);
      continue;
    }
    if (row.state !== card.status) report(`card ${card.id} is ${card.status}, its redemption ${row.state}`);
    if (redeemedSumOf(row.sources, 'minor') !== card.amount)
      report(`card ${card.id} paid ${card.amount}, its redemption has another amount`);
    if (redeemedSumOf(row.sources, 'refundedMinor') !== card.refunded)
      report(`card ${card.id}: ${card.refunded} refunded`);
    if (card.status === 'held' && status !== 'pending_payment' && !isAuthorized)
      report(`card ${card.id} is still held`);
    if (card.status === 'captured' && !isPaid && status !== 'cancelled')
      report(`card ${card.id} is captured, but its order is not paid`);
  }
  return faults;
};

/**
 * Finds an item by its id. Builds the map only on use, because ids are hashes and few refunds return value to cards.
 */
const byItemId = (items: readonly ItemRow[]): ((id: string) => ItemRow | undefined) => {
  let known: Map<string, ItemRow> | undefined;
  return (id) => (known ??= new Map(items.map((item) => [itemIdOf(item), item]))).get(id);
};

/**
 * Checks that the amount an item has paid for orders equals the amounts that the orders captured and did not return.
 */
const paidFaults = ({ items, orders, refunds }: CardBooks): string[] => {
  const paid = new Map<string, number>();
  const currentCode = currentCodes(items);
  const add = (sent: string, minor: number) => {
    const code = currentCode(sent);
    paid.set(code, (paid.get(code) ?? 0) + minor);
  };
  const itemWith = byItemId(items);
  for (const { payment } of orders) {
    for (const { code, amount, status } of payment.giftCards ?? []) if (status === 'captured') add(code, amount);
  }
  for (const { cards = [] } of refunds) {
    for (const { itemId, minor, isGivenBack } of cards) if (isGivenBack) add(itemWith(itemId)?.code ?? '', -minor);
  }
  return items
    .filter(isCurrent)
    .filter(({ code, paidOrders }) => (paidOrders?.minor ?? 0) !== (paid.get(code) ?? 0))
    .map(({ code, paidOrders }) => `H5 item ${code} has paid ${paidOrders?.minor ?? 0}, orders ${paid.get(code) ?? 0}`);
};

/**
 * Checks how much of the undone claims of an item its redemptions count as refunded: at most all of it, and at least
 * what exceeds the claims without a redemption.
 */
const spentFaults = ({ items, entries, redemptions, refunds }: CardBooks): string[] => {
  const currentCode = currentCodes(items);
  const byCode = Map.groupBy(entries, ({ code }) => currentCode(code));
  const sources = Map.groupBy(
    redemptions.flatMap((row) => row.sources),
    ({ code }) => currentCode(code),
  );
  const itemWith = byItemId(items);
  const kept = new Map<string, number>();
  for (const { cards = [] } of refunds) {
    for (const { itemId, minor, isGivenBack } of cards) {
      const code = currentCode(itemWith(itemId)?.code ?? '');
      if (!isGivenBack) kept.set(code, (kept.get(code) ?? 0) + minor);
    }
  }
  return items.filter(isCurrent).flatMap((item) => {
    const own = byCode.get(item.code) ?? [];
    const ofKind = (kind: string, isRedemption: boolean): number =>
      sum(
        own
          .filter((entry) => entry.kind === kind && (entry.context?.redemptionId !== undefined) === isRedemption)
          .map(({ deltaMinor }) => Math.abs(deltaMinor)),
      );
    const refunded = sum((sources.get(item.code) ?? []).map(({ refundedMinor }) => refundedMinor));
    const undone = refunded - ofKind('refund', true) - (kept.get(item.code) ?? 0);
    const direct = ofKind('claim', false);
    const undos = ofKind('refund', false);
    const isWithin = undone >= undos - direct && undone <= undos && undone >= 0;
    return isWithin
      ? []
      : [`H3 item ${item.code}: ${undone} of ${undos} undone count in redemptions, ${direct} direct`];
  });
};

/**
 * Checks that the issued value of all items minus withdrawn and cancelled value equals their available, held, spent and
 * expired value.
 */
const companyFaults = ({ items, entries, nowMs }: CardBooks): string[] => {
  const moved = sum(
    entries.filter(({ kind }) => kind !== 'claim' && kind !== 'refund').map(({ deltaMinor }) => deltaMinor),
  );
  const is = { spendable: 0, held: 0, spent: 0, expired: 0 };
  for (const item of items) {
    const status = statusAt(item, nowMs);
    const held = heldOf(item, nowMs).minor;
    const free = freeOf(item, nowMs).minor;
    is.held += held;
    // A replacement continues the claims of the previous item.
    is.spent += item.claimedMinor - (item.replaces?.claimedMinor ?? 0);
    if (status === EXPIRED || status === CANCELLED) is.expired += item.remainingMinor - held;
    else is.spendable += free;
    // The item was refunded while it was held, and not captured.
    if (status !== EXPIRED && status !== CANCELLED) is.spent += item.remainingMinor - held - free;
  }
  const total = is.spendable + is.held + is.spent + is.expired;
  return moved === total
    ? []
    : [`H6 ${moved} were issued and not withdrawn, but ${JSON.stringify(is)} add up to ${total}`];
};

/** Runs all checks of this file. */
export const cardFaults = (books: CardBooks): string[] => {
  const { items, entries, redemptions, orders, nowMs } = books;
  const byCode = new Map(items.map((item) => [item.code, item]));
  const currentCode = currentCodes(items);
  const entriesOf = Map.groupBy(entries, ({ code }) => currentCode(code));
  const byId = new Map(redemptions.map((row) => [row.id, row]));
  const names = new Set(redemptions.map(({ id }) => id));
  const stray = items.flatMap((item) =>
    liveHolds(item, nowMs)
      .filter(({ redemption }) => !names.has(redemption))
      .map(({ redemption }) => `H2 item ${item.code} holds for ${redemption}, which does not exist`),
  );
  return [
    ...items.flatMap((item) => itemFaults(item, nowMs)),
    ...stray,
    ...redemptions.flatMap((row) =>
      redemptionFaults(
        row,
        (code) => byCode.get(code),
        (code) => entriesOf.get(currentCode(code)) ?? [],
        nowMs,
      ),
    ),
    ...orders.flatMap((order) => orderCardFaults(order, (id) => byId.get(id))),
    ...paidFaults(books),
    ...spentFaults(books),
    ...companyFaults(books),
    ...replacementFaults(items),
  ];
};
