import { paidMinor, refundedMinor } from '../../checkout/orders/gift-cards.ts';
import { partsOf } from '../../checkout/orders/parts.ts';
import type { RefundRow } from '../../checkout/orders/refund-rows.ts';
import { allocationFrom } from '../../checkout/allocation/runs.ts';
import { isSpentByAmount } from '../../value/items/kinds.ts';
import { freeOf } from '../../value/items/ledger/holds.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { refundError } from '../../value/items/rules.ts';
import { coverOf, targetsOf, uncoveredMinor } from '../../value/items/withdrawal/target.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

const repaidOf = (item: ItemRow): number => item.repaidMinor ?? 0;

/**
 * Whether money of an order was refunded, is being refunded or is disputed. The items of such an order are also
 * checked.
 */
export const hasRefundOrDispute = (order: OrderRow): boolean =>
  order.payment.refunded > 0 ||
  order.payment.strayCaptures !== undefined ||
  order.refund !== undefined ||
  order.payment.dispute !== undefined ||
  order.epoch > 0;

/** Whether a refund or dispute is in progress. Items are not checked then. */
export const isBeingSettled = (order: OrderRow, refunds: readonly RefundRow[]): boolean =>
  order.refund !== undefined ||
  refunds.some(({ state, unsettled }) => unsettled === true || state === 'running' || state === 'returning');

/** A refund that is unfinished after this time is stuck: the sweep has tried it dozens of times. */
const SETTLED_WITHIN_MS = HOUR_MS;
const IN_PROGRESS: ReadonlySet<RefundRow['state']> = new Set(['waiting', 'running', 'returning', 'failing']);

/** Refunds without progress for an hour. */
export const stuckFaults = (refunds: readonly RefundRow[], nowMs: number): string[] =>
  refunds
    .filter(({ state, unsettled }) => IN_PROGRESS.has(state) || unsettled === true)
    .filter(({ startedAtMs, endedAtMs }) => (endedAtMs ?? startedAtMs) < nowMs - SETTLED_WITHIN_MS)
    .map(({ refundKey, state, unsettled }) =>
      unsettled ? `Refund ${refundKey} has not reached its items.` : `Refund ${refundKey} is still ${state}.`,
    );

/** Faults in the money of an order, according to its row and the rows of its refunds. */
export const moneyFaults = (order: OrderRow, refunds: readonly RefundRow[]): string[] => {
  const { payment, amounts } = order;
  const parts = partsOf(order);
  const { shipping, fees, rest, items } = allocationFrom(order.allocated, parts.items.length);
  const faults: string[] = [];
  const allocated = shipping + fees + rest + sum(items.map(({ minor }) => minor));
  const refunded = refundedMinor(order);
  if (allocated !== refunded) faults.push(`${refunded} were refunded, but ${allocated} are allocated.`);
  const counted = sum(refunds.filter(({ state }) => state === 'refunded').map((row) => row.counted ?? 0));
  if (counted !== payment.refunded)
    faults.push(`${payment.refunded} were refunded, but the refunds add up to ${counted}.`);
  const isOver = items.some(({ minor }, seq) => minor < 0 || minor > (parts.items[seq]?.priceMinor ?? 0));
  const isOverCharge = shipping < 0 || shipping > parts.shipping || fees < 0 || fees > parts.fees;
  if (rest < 0 || isOver || isOverCharge) faults.push('More was refunded for a part of the order than it cost.');
  const paid = paidMinor(order);
  if (paid !== 0 && paid !== amounts.total) {
    faults.push(`${paid} were paid, but the order costs ${amounts.total}.`);
  }
  if (payment.refunded > payment.captured) faults.push('More was refunded than captured.');
  const total = parts.shipping + parts.fees + sum(parts.items.map(({ priceMinor }) => priceMinor));
  if (total !== amounts.total) faults.push(`The parts of the order add up to ${total}, not to ${amounts.total}.`);
  return faults;
};

/** Faults between the money of an order and its items, when nothing is in progress. */
export const valueFaults = (order: OrderRow, items: readonly ItemRow[], nowMs: number): string[] => {
  const targets = targetsOf(order);
  const { payment } = order;
  const isOver = order.status === 'cancelled' || (paidMinor(order) > 0 && refundedMinor(order) === paidMinor(order));
  const faults = items.flatMap((item): string[] => {
    const target = targets[item.sequence];
    const withdrawn = item.withdrawnMinor + repaidOf(item);
    const short = item.shortMinor ?? 0;
    if (target && withdrawn + short < coverOf(item, target) && uncoveredMinor(item, target) === 0) {
      return [`${item.code}: money was given back for more value than was withdrawn.`];
    }
    if (isSpentByAmount(item) && short > Math.max(0, -(item.adjustedMinor ?? 0))) {
      return [`${item.code}: more is recorded as short than adjustments took.`];
    }
    if ((item.frozenBy !== undefined) !== (payment.dispute?.status === 'open')) {
      return [`${item.code}: it is ${item.frozenBy ? '' : 'not '}frozen, against the state of the dispute.`];
    }
    if (!isOver) return [];
    // Reserved value counted as spent when the money was refunded at the gateway.
    const free = freeOf(item, nowMs);
    const isSpendable = free.minor > 0 || free.pieces > 0 || refundError(item) === null;
    return isSpendable ? [`${item.code}: it can be spent though everything was refunded.`] : [];
  });
  return [...faults, ...spendableFaults(order, items)];
};

/** The fault of an order whose spendable value cost more than the money that is left. */
const spendableFaults = (order: OrderRow, items: readonly ItemRow[]): string[] => {
  if (paidMinor(order) === 0) return [];
  const parts = partsOf(order);
  const allocated = allocationFrom(order.allocated, parts.items.length);
  const shares = items.map((item) => {
    const { priceMinor = 0, valueMinor = 0 } = parts.items[item.sequence] ?? {};
    // A refund takes purchased value before added value.
    const purchased = valueMinor + Math.min(0, item.adjustedMinor ?? 0);
    const remaining = Math.max(0, purchased - item.withdrawnMinor - repaidOf(item));
    return valueMinor === 0 ? 0 : Math.floor((priceMinor * remaining) / valueMinor);
  });
  const targets = targetsOf(order);
  const uncovered = items.map((item) => {
    const target = targets[item.sequence];
    return target ? uncoveredMinor(item, target) : 0;
  });
  const charges = parts.shipping - allocated.shipping + parts.fees - allocated.fees;
  const keptMinor = paidMinor(order) - refundedMinor(order) + allocated.rest + sum(uncovered) - charges;
  return sum(shares) > keptMinor
    ? [`Value that cost ${sum(shares)} can be spent, but only ${keptMinor} of its money is here.`]
    : [];
};
