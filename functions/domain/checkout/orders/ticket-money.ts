import type { WholeItems } from '../allocation/allocation.ts';
import { allocationFrom } from '../allocation/runs.ts';
import { paidMinor, refundedMinor } from './gift-cards.ts';
import { partsOf } from './parts.ts';
import type { OrderRow } from './rows.ts';

/**
 * The amount that an order paid for the tickets of an event, add-ons included, less refunds. Smallest currency unit.
 */
interface TicketMoney extends WholeItems {
  /** The unrefunded amount: of the complete order if it has no other lines, otherwise of the tickets. */
  openMinor: number;
}

type TicketOrder = Pick<OrderRow, 'lines' | 'amounts' | 'allocated' | 'payment'>;

/** A ticket of the event, with its fee. */
interface Ticket {
  seq: number;
  feeMinor: number;
  openMinor: number;
  isRefunded: boolean;
}

const ticketsOf = (order: TicketOrder, productId: string): Ticket[] => {
  const { items } = partsOf(order);
  const allocated = allocationFrom(order.allocated, items.length).items;
  let first = 0;
  return order.lines.flatMap(({ productId: of, itemCount, fees }) => {
    const seqs = Array.from({ length: itemCount }, (_, index) => first + index);
    first += itemCount;
    if (of !== productId) return [];
    return seqs.map((seq, index): Ticket => {
      const { minor = 0, whole = false } = allocated[seq] ?? {};
      // The first tickets get the units that remain after the division.
      const feeMinor = Math.floor(fees / itemCount) + (index < fees % itemCount ? 1 : 0);
      return { seq, feeMinor, openMinor: (items[seq]?.priceMinor ?? 0) - minor, isRefunded: whole };
    });
  });
};

export const ticketMoney = (order: TicketOrder, productId: string): TicketMoney => {
  const tickets = ticketsOf(order, productId);
  const remainingFees = order.amounts.fees - allocationFrom(order.allocated, partsOf(order).items.length).fees;
  // Excludes the fees of tickets that were refunded earlier: each was either refunded as well or kept by the company.
  const fees = sum(tickets.map(({ feeMinor, isRefunded }) => (isRefunded ? 0 : feeMinor)));
  const feesMinor = Math.max(0, Math.min(fees, remainingFees));
  const isAll = order.lines.every((line) => line.productId === productId);
  return {
    seqs: tickets.map(({ seq }) => seq),
    feesMinor,
    openMinor: isAll
      ? paidMinor(order) - refundedMinor(order)
      : sum(tickets.map(({ openMinor }) => openMinor)) + feesMinor,
  };
};

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

/** Whether any ticket of the event is not fully refunded. */
export const hasUnrefundedTickets = (order: TicketOrder, productId: string): boolean =>
  ticketsOf(order, productId).some(({ isRefunded }) => !isRefunded);
