import { html } from 'hono/html';
import { loadOrder } from '../../domain/checkout/orders/load.ts';
import type { OrderRow } from '../../domain/checkout/orders/rows.ts';
import { ApiError } from '../../platform/errors.ts';
import { receiptLocationOf, receiptUnder, type Checkout } from './checkout.ts';
import type { Markup } from '../kit/markup.ts';

/** Whether an order ended without payment, so that the buyer may order the same again. */
export const isPastOrder = ({ status, payment }: { status: string; payment: { status: string } }): boolean =>
  status === 'expired' || (status === 'cancelled' && payment.status === 'cancelled');

const orderIfAny = async (company: string, orderId: string): Promise<OrderRow | undefined> => {
  try {
    return await loadOrder(company, orderId, { consistent: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

/** Whether the order of this form ended without payment. */
export const hasLapsed = async (checkout: Checkout): Promise<boolean> => {
  const order = await orderIfAny(checkout.visit.shop.company.slug, receiptLocationOf(checkout).orderId);
  return order !== undefined && isPastOrder(order);
};

/**
 * A notice for a buyer who has already placed an order with this form under an earlier token. It is shown on each
 * summary.
 */
export const orderedEarlier = async ({ visit, named }: Checkout): Promise<Markup[]> => {
  const { summary } = visit.t;
  const receipts = named.earlier.map((nonce) => receiptUnder(visit, nonce));
  const orders = await Promise.all(receipts.map(({ orderId }) => orderIfAny(visit.shop.company.slug, orderId)));
  return receipts.flatMap(({ path }, at) => {
    const order = orders[at];
    if (!order) return [];
    const link = html`<a href="${path}">${summary.seeOrdered}</a>.`;
    return isPastOrder(order)
      ? [html`${summary.lapsedBefore} ${link}`]
      : [html`${summary.orderedBefore} ${link} ${summary.asNew}`];
  });
};
