import type { Message } from '../../../platform/messages/message.ts';
import { refunds } from '../../../platform/messages/refunds.ts';
import { conflict, invalid, invalidFields, type FieldErrors } from '../../../platform/errors.ts';
import { normalizeCode } from '../../catalog/codes/rules.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { paidMinor, refundedMinor } from '../../checkout/orders/gift-cards.ts';
import { ticketMoney } from '../../checkout/orders/ticket-money.ts';
import { refundableMinor, refundTooLarge } from '../../checkout/orders/refund-rules.ts';
import {
  allocate,
  allocateAll,
  allocateNamed,
  allocateWhole,
  coverMinor,
  heldPrice,
  lostPrice,
  openOf,
  UNTOUCHED,
  type Books,
  type ItemUse,
  type NamedParts,
  type Plan,
} from '../../checkout/allocation/allocation.ts';
import { withPlan } from '../../checkout/allocation/plans.ts';
import { partsOf } from '../../checkout/orders/parts.ts';
import { allocationFrom } from '../../checkout/allocation/runs.ts';

/** Target of a refund: parts of the order, an amount, or everything left. */
export interface RefundInput {
  /** Smallest currency unit. */
  amount?: number | undefined;
  /** Codes of the items to refund. */
  items?: readonly string[] | undefined;
  shipping?: true | undefined;
  fees?: true | undefined;
  /**
   * Everything paid for the tickets of an event, including used tickets. Only the cancellation of the event uses this.
   */
  event?: { productId: string; cancellation: string } | undefined;
}

interface PlannedRefund {
  amount: number;
  plan: Plan;
  /** Sequences of the requested items; undefined if no items were requested. */
  named: number[] | undefined;
}

/** Prices of an order and the state of its items. `uses`: the state of issued items, by sequence. */
export const booksOf = (order: OrderRow, uses: ReadonlyMap<number, ItemUse>): Books => {
  const parts = partsOf(order);
  return {
    parts,
    allocated: allocationFrom(order.allocated, parts.items.length),
    uses: parts.items.map(({ seq }) => uses.get(seq) ?? UNTOUCHED),
  };
};

/** State of issued items, by sequence, and the sequence of each code. */
interface IssuedItems {
  uses: ReadonlyMap<number, ItemUse>;
  sequences: ReadonlyMap<string, number>;
}

/**
 * Decides the amount and target of a refund. Throws 422 on the field at fault: an amount above what is left, an unknown
 * or repeated item, an item that is free, already refunded or spent, or shipping or fees of which nothing is left.
 * Throws 409 if nothing is left of an event's tickets. Calls `refuseHeld`, which throws, when the value is reserved by
 * a hold.
 */
export const planRefund = (
  order: OrderRow,
  { uses, sequences }: IssuedItems,
  input: RefundInput,
  refuseHeld: () => never,
): PlannedRefund => {
  const books = booksOf(order, uses);
  if (input.event) return planTickets(order, input.event.productId, books);
  const isNamed = input.items !== undefined || input.shipping === true || input.fees === true;
  if (!isNamed) {
    const payable = refundableMinor(order) - lostPrice(books);
    const amount = input.amount ?? payable;
    if (amount > payable || payable <= 0) throw refundTooLarge(order, payable);
    const free = payable - heldPrice(books);
    if (free <= 0 || (input.amount ?? 0) > free) refuseHeld();
    const planned = Math.min(amount, free);
    return { amount: planned, plan: planOf(order, planned, books, () => allocate(planned, books)), named: undefined };
  }
  const named = readNames(order, { uses, sequences }, input, books);
  if (named.seqs.some((seq) => books.uses[seq]?.held)) refuseHeld();
  const open = openOf(named, books);
  const amount = input.amount ?? Math.min(open, refundableMinor(order));
  if (amount > open) throw aboveNamed(open, order.amounts.currency);
  if (amount > refundableMinor(order)) throw refundTooLarge(order);
  const usesRest = input.amount === undefined && amount < open;
  const plan = planOf(order, amount, books, () => allocateNamed(amount, named, books, usesRest));
  assertUnspent(plan, named, books);
  return { amount, plan, named: [...named.seqs] };
};

/** Plans the refund of an event's tickets. Holds do not matter, because the tickets are already withdrawn. */
const planTickets = (order: OrderRow, productId: string, books: Books): PlannedRefund => {
  const money = ticketMoney(order, productId);
  const amount = Math.min(money.openMinor, refundableMinor(order));
  if (amount <= 0) throw conflict('order_fully_refunded', refunds('tickets_refunded'));
  const plan = planOf(order, amount, books, () => allocateWhole(amount, money, books));
  return { amount, plan, named: undefined };
};

/** A refund that returns the rest of the money paid withdraws everything in the order. */
const planOf = (order: OrderRow, amount: number, books: Books, part: () => Plan): Plan =>
  amount === paidMinor(order) - refundedMinor(order) ? allocateAll(books) : part();

const aboveNamed = (open: number, currency: string) =>
  invalid('amount', refunds('refund_above_named', { minor: open, currency }), 'refund_amount_too_large');

const readNames = (order: OrderRow, { uses, sequences }: IssuedItems, input: RefundInput, books: Books): NamedParts => {
  const { parts, allocated } = books;
  const faults: FieldErrors = {};
  const seqs: number[] = [];
  for (const [index, code] of (input.items ?? []).entries()) {
    const seq = order.status === 'fulfilled' ? sequences.get(normalizeCode(code)) : undefined;
    const fault = nameFault(seq, seqs, uses, allocated.items);
    if (fault !== undefined || seq === undefined) faults[`items.${index}`] = [fault ?? NOT_ISSUED];
    else seqs.push(seq);
  }
  if (input.shipping && parts.shipping - allocated.shipping <= 0) faults['shipping'] = [refunds('no_postage_left')];
  if (input.fees && parts.fees - allocated.fees <= 0) faults['fees'] = [refunds('no_fees_left')];
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  const named = { seqs, shipping: input.shipping === true, fees: input.fees === true };
  if (openOf(named, books) <= 0) {
    throw invalid('items.0', refunds('item_free'));
  }
  return named;
};

const NOT_ISSUED = refunds('item_not_issued');
const SPENT = refunds('item_spent');

const nameFault = (
  seq: number | undefined,
  earlier: readonly number[],
  uses: ReadonlyMap<number, ItemUse>,
  shares: Books['allocated']['items'],
): Message | undefined => {
  if (seq === undefined || !uses.has(seq)) return NOT_ISSUED;
  if (earlier.includes(seq)) return refunds('item_named_twice');
  return shares[seq]?.whole ? refunds('item_refunded') : undefined;
};

/** Throws 422 if the refunded part of a requested item is spent, because that part must be withdrawn. */
const assertUnspent = (plan: Plan, named: NamedParts, { parts, allocated, uses }: Books): void => {
  const after = withPlan(allocated, plan);
  const faults: FieldErrors = {};
  for (const [index, seq] of named.seqs.entries()) {
    const part = parts.items[seq];
    const share = after.items[seq];
    const use = uses[seq];
    if (!part || !share || !use) continue;
    const unspent = part.valueMinor + use.adjustedMinor - use.claimedMinor + use.repaidMinor;
    const cover = Math.min(coverMinor(part, share), part.valueMinor + Math.min(0, use.adjustedMinor));
    const isSpent = part.divisible ? cover > unspent : use.spent;
    if (isSpent) faults[`items.${index}`] = [SPENT];
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
};

/** The faults of requested items that were spent before they could be withdrawn. */
export const spentFaults = (named: readonly number[], spent: readonly number[]): FieldErrors =>
  spentItems(named.flatMap((seq, index) => (spent.includes(seq) ? [`items.${index}`] : [])));

/** One fault for each field of an item that was spent. */
export const spentItems = (fields: readonly string[]): FieldErrors =>
  Object.fromEntries(fields.map((field) => [field, [SPENT]]));
