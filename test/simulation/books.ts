import type { EventRow } from '../../functions/domain/catalog/products/rows.ts';
import { isChainUnbroken } from '../../functions/domain/value/items/ledger/chain.ts';
import type { ItemRow, LedgerRow } from '../../functions/domain/value/items/rows.ts';
import { isSpentByAmount } from '../../functions/domain/value/items/kinds.ts';
import { freeOf } from '../../functions/domain/value/items/ledger/holds.ts';
import { refundError } from '../../functions/domain/value/items/rules.ts';
import { coverOf, targetsOf, uncoveredMinor } from '../../functions/domain/value/items/withdrawal/target.ts';
import { gatewayRefundable, paidMinor, refundedMinor } from '../../functions/domain/checkout/orders/gift-cards.ts';
import { knownEvents } from '../../functions/domain/notifications/webhooks/past-events.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { expiresAtMs } from '../../functions/domain/checkout/orders/rules.ts';
import { stateOf } from '../../functions/domain/checkout/orders/states.ts';
import { partsOf } from '../../functions/domain/checkout/orders/parts.ts';
import type { RefundRow } from '../../functions/domain/checkout/orders/refund-rows.ts';
import { allocationFrom } from '../../functions/domain/checkout/allocation/runs.ts';

/** The gateway's state of one payment. */
interface HeldPayment {
  reference: string;
  captured: number;
  /** Amount that was returned to the buyer, including a lost dispute. */
  returned: number;
  isLost: boolean;
}

/** An order and all related records, when no work is in progress. */
interface OrderBooks {
  order: OrderRow;
  items: readonly ItemRow[];
  /** Entries of all its items. */
  entries: readonly LedgerRow[];
  refunds: readonly RefundRow[];
  payments: readonly HeldPayment[];
  /** Number of its payable pages. */
  openPages: number;
  /** Whether it has tickets of a cancelled event, which ends it early if it is unpaid. */
  isEventCancelled: boolean;
  nowMs: number;
}

type ReportFault = (fault: string) => void;

export const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
const repaidOf = (item: ItemRow): number => item.repaidMinor ?? 0;
const isAllRefunded = (order: OrderRow): boolean => paidMinor(order) > 0 && refundedMinor(order) === paidMinor(order);

/**
 * Check A compares the amounts of the order's row with its refunds. Check G compares them with the state of the
 * gateway.
 */
const auditMoney = ({ order, refunds, payments }: OrderBooks, report: ReportFault): void => {
  const { payment, amounts } = order;
  const parts = partsOf(order);
  const allocated = allocationFrom(order.allocated, parts.items.length);
  const total = allocated.shipping + allocated.fees + allocated.rest + sum(allocated.items.map(({ minor }) => minor));
  const refunded = refundedMinor(order);
  if (total !== refunded) report(`A1 ${refunded} were refunded, ${total} are allocated`);
  if (allocated.rest < 0) report('A1 the unallocated rest is below 0');
  for (const [seq, { minor }] of allocated.items.entries()) {
    if (minor < 0 || minor > (parts.items[seq]?.priceMinor ?? 0)) report(`A1 ${minor} are allocated to item ${seq}`);
  }
  const ended = refunds.filter(({ state }) => state === 'refunded');
  const counted = sum(ended.map((row) => row.counted ?? 0));
  if (counted !== payment.refunded) report(`A1 ${payment.refunded} were refunded, its rows add up to ${counted}`);
  const toCards = sum(refunds.flatMap(({ cards = [] }) => cards.map(({ minor }) => minor)));
  if (toCards !== refunded - payment.refunded) report(`A1 refund rows return ${toCards} to cards`);
  if (paidMinor(order) !== 0 && paidMinor(order) !== amounts.total) report(`A2 ${paidMinor(order)} paid`);
  if (payment.captured < payment.refunded || paidMinor(order) < refunded) report('A2 more refunded than paid');
  const price = parts.shipping + parts.fees + sum(parts.items.map(({ priceMinor }) => priceMinor));
  if (price !== amounts.total) report(`A2 the parts add up to ${price}`);
  // A late payment whose refund was declined or failed later is kept, and staff are notified.
  const returned = new Set(payment.strayCaptures?.flatMap((each) => (each.refundedAtMs ? [each.reference] : [])));
  const failed = refunds.filter(
    ({ state, stray }) => state === 'failed' || (state === 'declined' && !returned.has(stray?.reference ?? '')),
  );
  const isBack = new Set(failed.map((row) => row.stray?.reference ?? row.paymentReference));
  for (const held of payments) {
    if (held.reference === payment.reference && payment.captured > 0) {
      if (held.captured !== payment.captured)
        report(`G1 ${payment.captured} captured, the gateway has ${held.captured}`);
      if (held.returned !== payment.refunded)
        report(`G1 ${payment.refunded} refunded, the gateway returned ${held.returned}`);
    } else if (held.captured !== held.returned && !held.isLost && !isBack.has(held.reference)) {
      report(`G1 ${held.captured} were captured without counting as paid, and ${held.returned} returned`);
    }
  }
};

const auditItem = ({ order, entries: all, nowMs }: OrderBooks, item: ItemRow, report: ReportFault): void => {
  const entries = all.filter(({ code }) => code === item.code).toSorted((a, b) => a.seq - b.seq);
  if (!isChainUnbroken(entries)) report(`B1 the ledger of item ${item.sequence} is broken`);
  const { remainingMinor: remaining, claimedMinor: claimed, withdrawnMinor: withdrawn } = item;
  if (remaining + claimed + withdrawn !== item.valueMinor + (item.adjustedMinor ?? 0)) {
    report(`B1 item ${item.sequence} does not add up`);
  }
  // If an item was refunded while it was held and the hold ended without a capture, its value is neither claimed nor
  // remaining. The partial refund of an indivisible item withdraws no value, and its hold may have ended since.
  const spent = isSpentByAmount(item) ? claimed + remaining - freeOf(item, nowMs).minor : item.valueMinor;
  if (repaidOf(item) < 0 || repaidOf(item) > spent) report(`B1 ${repaidOf(item)} of ${spent} repaid`);
  const target = targetsOf(order)[item.sequence];
  const gone = withdrawn + repaidOf(item) + (item.shortMinor ?? 0);
  const isShort = target && gone < coverOf(item, target);
  if (isShort && uncoveredMinor(item, target) === 0) {
    report(`B2 item ${item.sequence} is worth more than its money`);
  }
  const cancelledAt = entries.findLastIndex(({ kind }) => kind === 'cancel' || (kind === 'replace' && item.replacedBy));
  const givenBack = sum(
    entries.slice(cancelledAt + 1).map(({ context, deltaMinor }) => (context?.orderId ? deltaMinor : 0)),
  );
  if (cancelledAt >= 0 && remaining !== givenBack)
    report('B5 the value of a cancelled item differs from the returned value');
  if ((item.frozenBy !== undefined) !== (order.payment.dispute?.status === 'open'))
    report('D2 an item is frozen without an open dispute, or not frozen during one');
  const isOver = isAllRefunded(order) || order.status === 'cancelled';
  const free = freeOf(item, nowMs);
  if (isOver && (free.minor > 0 || free.pieces > 0)) report(`B4 item ${item.sequence} can be spent`);
  if (isOver && refundError(item) === null) report(`B4 a claim of item ${item.sequence} can be undone`);
};

/**
 * Checks that a payment that was not returned covers all usable value, and that an indivisible item cannot be used when
 * its price was lost in a dispute.
 */
const auditValue = ({ order, items }: OrderBooks, report: ReportFault): void => {
  const parts = partsOf(order);
  const allocated = allocationFrom(order.allocated, parts.items.length);
  const shares = items.map((item) => {
    const { priceMinor = 0, valueMinor = 0 } = parts.items[item.sequence] ?? {};
    return valueMinor === 0
      ? 0
      : Math.floor(
          (priceMinor * (valueMinor + Math.min(0, item.adjustedMinor ?? 0) - item.withdrawnMinor - repaidOf(item))) /
            valueMinor,
        );
  });
  const charges = parts.shipping - allocated.shipping + parts.fees - allocated.fees;
  const targets = targetsOf(order);
  const uncovered = items.map((item) => {
    const target = targets[item.sequence];
    return target ? uncoveredMinor(item, target) : 0;
  });
  const remaining = paidMinor(order) - refundedMinor(order) + allocated.rest + sum(uncovered) - charges;
  if (paidMinor(order) > 0 && sum(shares) > remaining)
    report(`B3 ${sum(shares)} can be spent, but only ${remaining} are paid`);
  const { dispute, moves = [] } = order.payment;
  const isLost = dispute?.status === 'lost' && moves.at(-1)?.kind === 'dispute' && gatewayRefundable(order) === 0;
  if (!isLost || allocated.rest === 0) return;
  for (const item of items) {
    const hasPrice = (parts.items[item.sequence]?.priceMinor ?? 0) > 0;
    if (hasPrice && !isSpentByAmount(item) && item.remainingMinor > 0) {
      report(`B6 item ${item.sequence} can be used, although ${allocated.rest} of its price is lost`);
    }
  }
};

const auditLife = ({ order, items, refunds, openPages, isEventCancelled }: OrderBooks, report: ReportFault): void => {
  const state = stateOf(order);
  const parts = partsOf(order);
  if (state === 'fulfilled' && items.length !== parts.items.length) report(`D1 ${items.length} items were issued`);
  if (items.length > parts.items.length) report(`D1 ${items.length} items exist`);
  if (items.some(({ epoch = 0 }) => epoch > order.epoch)) report('D1 an item has a later epoch than its order');
  if (order.refund) report('D2 a refund never ended');
  for (const { state: stage, unsettled } of refunds) {
    if (['waiting', 'running', 'returning', 'failing'].includes(stage) || unsettled)
      report(`D2 a refund stays ${stage}`);
  }
  const marks = knownEvents(order);
  if (order.event.seq !== marks.length) report('D2 the sequence of events has gaps');
  if (state === 'expired' && !isEventCancelled && order.event.atMs < expiresAtMs(order))
    report('D2 the order expired too early');
  const fulfilledAtMs = order.fulfillment.fulfilledAtMs ?? Infinity;
  if (fulfilledAtMs < (order.delivery.sendAtMs ?? 0)) report('D2 the order was issued before its send time');
  if (openPages > 1) report('D2 two pages can be paid');
  if (state !== 'unpaid' && openPages > 0) report('D2 a page of an order that is over can be paid');
};

/** Faults of an order when nothing is in progress; empty if there are none. */
export const orderFaults = (books: OrderBooks): string[] => {
  const faults: string[] = [];
  const report: ReportFault = (fault) => faults.push(fault);
  auditMoney(books, report);
  for (const item of books.items) auditItem(books, item, report);
  auditValue(books, report);
  auditLife(books, report);
  return faults;
};

/** Whether an order reserves its stock, or has sold it. */
const holds = (order: OrderRow): 'held' | 'sold' | 'none' => {
  if (order.status === 'pending_payment') return 'held';
  return order.status === 'expired' || order.returned ? 'none' : 'sold';
};

export interface Counter {
  productId?: string;
  optionId: string;
  /** Number of a share of a counter. */
  share?: number;
  remaining: number;
  held: number;
  sold: number;
  /** Whether the capacity was reduced or orders were counted late, so that more units may be sold than exist. */
  lowered?: true;
}

type StockTotals = Record<'held' | 'sold', number>;

/** Units that orders hold or have bought from one row of a counter. */
export const holdsOf = (orders: readonly OrderRow[], { productId, optionId, share }: Counter): StockTotals => {
  const of = (kind: keyof StockTotals): number =>
    sum(
      orders
        .filter((order) => holds(order) === kind)
        .flatMap(({ lines }) => lines.flatMap((line) => line.holds))
        .filter((hold) => hold.optionId === optionId && hold.share === share)
        .filter((hold) => productId === undefined || hold.productId === productId)
        .map(({ quantity }) => quantity),
    );
  return { held: of('held'), sold: of('sold') };
};

export const counterFaults = ({ optionId, remaining, held, sold, lowered }: Counter, taken: StockTotals): string[] => {
  const faults: string[] = [];
  if (remaining < 0 && !lowered) faults.push(`C1 ${optionId} was oversold`);
  if (held !== taken.held) faults.push(`C1 ${held} of ${optionId} are held, ${taken.held} by orders`);
  if (sold !== taken.sold) faults.push(`C1 ${sold} of ${optionId} are sold, ${taken.sold} by orders`);
  return faults;
};

/** Check C1: every initial unit is available, held by an unpaid order, or sold. */
export const stockFaults = (orders: readonly OrderRow[], counter: Counter, putIn: number): string[] => {
  const { optionId, remaining, held, sold } = counter;
  const isWhole = (remaining >= 0 || counter.lowered) && remaining + held + sold === putIn;
  return [
    ...(isWhole ? [] : [`C1 stock of ${optionId} was lost or created`]),
    ...counterFaults(counter, holdsOf(orders, counter)),
  ];
};

/** Check C3: every held or sold seat is counted in its event. */
export const seatFaults = (orders: readonly OrderRow[]): string[] =>
  orders
    .filter((order) => holds(order) !== 'none')
    .flatMap(({ lines }) => lines.filter(({ event, addOn }) => event && !addOn))
    .filter((line) => sum(line.holds.map((hold) => (hold.optionId === 'seats' ? hold.quantity : 0))) !== line.quantity)
    .map(({ productId }) => `C3 seats of ${productId} are not counted`);

/**
 * Check C4: every ticket and document of an event has the event's date; documents with an earlier date have been
 * rendered again.
 */
export const dateFaults = (event: EventRow, orders: readonly OrderRow[], items: readonly ItemRow[]): string[] => {
  // Tickets of a cancelled event keep their date.
  if (event.cancellation) return [];
  const productId = `evt_${event.id}`;
  const ofOrders = orders
    // An order that was undone has no tickets, and will not have any.
    .filter(({ status, returned }) => status !== 'expired' && returned !== true)
    .flatMap(({ lines }) =>
      lines.filter((line) => line.productId === productId && line.event?.startsAt !== event.starts_at),
    )
    .map(({ id }) => `C4 line ${id} is for another day than ${productId}`);
  const ofItems = items
    // A coupon that is good for a ticket has no event.
    .filter((item) => item.productId === productId && item.event && item.event.startsAt !== event.starts_at)
    .map(({ sequence, orderId }) => `C4 item ${sequence} of ${orderId} is for another day than ${productId}`);
  const undrawn = orders
    .filter(({ redraw }) => redraw !== undefined)
    .map(({ id }) => `C4 documents of ${id} still have the former date`);
  return [...ofOrders, ...ofItems, ...undrawn];
};

/** Check C2: a code counts the orders that use it. */
interface Code {
  code: string;
  uses: number;
}

export const codeFaults = (orders: readonly OrderRow[], { code, uses }: Code): string[] => {
  const used = orders.filter((order) => order.discount?.code === code && holds(order) !== 'none');
  return uses === used.length ? [] : [`C2 ${code} was used ${uses} times, by ${used.length} orders`];
};
