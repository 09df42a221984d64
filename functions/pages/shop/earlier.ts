import { html } from 'hono/html';
import { findLatestOrder } from '../../domain/checkout/orders/find-latest.ts';
import { receiptLocationOf, receiptUnder, type Checkout } from './checkout.ts';
import type { Markup } from '../kit/markup.ts';

/** Whether an order ended without payment, so that the buyer may order the same again. */
export const isPastOrder = ({ status, payment }: { status: string; payment: { status: string } }): boolean =>
  status === 'expired' || (status === 'cancelled' && payment.status === 'cancelled');

/** Whether the order of this form ended without payment. */
export const hasLapsed = async (checkout: Checkout): Promise<boolean> => {
  const { orderId } = receiptLocationOf(checkout);
  const order = await findLatestOrder({ company: checkout.visit.shop.company.slug, id: orderId });
  return order !== undefined && isPastOrder(order);
};

/**
 * A notice for a buyer who has already placed an order with this form under an earlier token. It is shown on each
 * summary.
 */
export const orderedEarlier = async ({ visit, named }: Checkout): Promise<Markup[]> => {
  const { summary } = visit.t;
  const receipts = named.earlier.map((nonce) => receiptUnder(visit, nonce));
  const company = visit.shop.company.slug;
  const orders = await Promise.all(receipts.map(({ orderId }) => findLatestOrder({ company, id: orderId })));
  return receipts.flatMap(({ path }, at) => {
    const order = orders[at];
    if (!order) return [];
    const link = html`<a href="${path}">${summary.seeOrdered}</a>.`;
    return isPastOrder(order)
      ? [html`${summary.lapsedBefore} ${link}`]
      : [html`${summary.orderedBefore} ${link} ${summary.asNew}`];
  });
};
