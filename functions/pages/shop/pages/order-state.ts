import { formatAmount } from '../../../domain/fulfillment/documents/format.ts';
import { paidMinor, refundedMinor } from '../../../domain/checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../../domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../../domain/catalog/products/line-shape.ts';
import { nowMs } from '../../../platform/clock.ts';
import { shownEmail } from '../../../platform/erased-email.ts';
import { isPastOrder } from '../earlier.ts';
import { moment } from '../format.ts';
import { faultTexts } from '../texts/faults.ts';
import type { Visit } from '../visit.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** The state of an order as its buyer sees it. */
export interface OrderState {
  sign: string;
  heading: string;
  text: string[];
  /** The order can be paid now. */
  isPayable?: boolean;
  /** The state will change soon, so the page reloads. */
  isMoving?: boolean;
  /** Only the shop can help, so its contact details are shown. */
  isForShop?: boolean;
}

const PROBLEMS = ['opening', 'unreachable', 'settled', 'no_method'] as const;

/** Why the payment page of an order was not opened. The redirect to the receipt names the problem in the query. */
export const paymentProblemOf = (
  { t: { receipt }, language, shop, request }: Visit,
  { amounts }: OrderRow,
): { text: string; isForShop: boolean } | undefined => {
  const problem = PROBLEMS.find((each) => each === request.query['payment']);
  if (!problem) return undefined;
  const isFormerCurrency = amounts.currency !== shop.company.currency;
  const texts = {
    opening: receipt.opening,
    unreachable: receipt.noPayment,
    settled: receipt.settled,
    no_method: isFormerCurrency ? faultTexts(language).formerCurrency : receipt.noMethod,
  };
  return { text: texts[problem], isForShop: problem === 'no_method' };
};

export const isDisputed = ({ payment }: OrderRow): boolean => payment.dispute?.status === 'open';

/**
 * The state of an order in the language of the page. Payment is checked before the status, because a cancelled order
 * may still have its payment, if the refund failed. `shown` has the deliverable lines of a fulfilled order.
 */
export const orderStateOf = (visit: Visit, order: OrderRow, shown: readonly OrderLine[]): OrderState => {
  const { receipt } = visit.t;
  const { payment, fulfillment } = order;
  const price = (amountMinor: number): string => formatAmount(amountMinor, order.amounts.currency, visit.t.tag);
  if (payment.status === 'refunded') {
    return { sign: '↩', heading: receipt.refunded, text: [receipt.refundedText(price(refundedMinor(order)))] };
  }
  if (isPastOrder(order)) {
    const returned = returnedText(visit, order);
    const [heading, nothing] =
      order.status === 'cancelled'
        ? [receipt.cancelled, receipt.cancelledUnpaid]
        : [receipt.expired, receipt.expiredText];
    return { sign: '×', heading, text: returned ? [returned, receipt.nothingSent] : [nothing] };
  }
  const partly = refundedMinor(order) > 0 ? [receipt.partlyRefunded(price(refundedMinor(order)))] : [];
  if (isDisputed(order)) return { sign: '!', heading: receipt.disputed, text: [disputedText(visit, order), ...partly] };
  if (order.status === 'cancelled') {
    const text = [receipt.withheld(price(paidMinor(order) - refundedMinor(order))), ...partly];
    return { sign: '!', heading: receipt.cancelled, text, isForShop: true };
  }
  if (fulfillment.status === 'fulfilled' && shown.length === 0) {
    return { sign: '!', heading: receipt.withdrawn, text: [receipt.withdrawnText, ...partly], isForShop: true };
  }
  if (fulfillment.status === 'fulfilled')
    return { sign: '✓', heading: receipt.fulfilled, text: [...arrivedText(visit, order), ...partly] };
  if (fulfillment.status === 'failed')
    return { sign: '!', heading: receipt.failed, text: [receipt.failedText, ...partly] };
  if (order.status === 'paid') {
    const isWaiting = order.delivery.sendAt !== null;
    return { sign: '✓', heading: receipt.paid, text: [...comingText(visit, order), ...partly], isMoving: !isWaiting };
  }
  return unpaid(visit, order);
};

const disputedText = ({ t: { receipt } }: Visit, { status }: OrderRow): string => {
  if (status === 'cancelled') return receipt.disputedCancelled;
  return status === 'fulfilled' ? receipt.disputedText : receipt.disputedWaiting;
};

/** Payment notices usually arrive within seconds. After this time the buyer may pay again. */
const QUICK_MS = 3 * MINUTE_MS;

/**
 * The state of an unpaid order. The status in the query is only a hint. The buyer cannot be charged twice, because a
 * new payment page is opened only after the earlier one was closed, and closing it finds a payment made there.
 */
const unpaid = (visit: Visit, order: OrderRow): OrderState => {
  const { receipt } = visit.t;
  const reported = visit.request.query['status'];
  if (reported === 'authorized' && isAwaited(order)) {
    const isLate = nowMs() - Math.max(order.session?.openedAtMs ?? 0, order.event.atMs) > QUICK_MS;
    const text = isLate ? receipt.confirmingLate : receipt.confirmingText;
    return { sign: '…', heading: receipt.confirming, text: [text], isMoving: true, isPayable: isLate };
  }
  const returned = returnedText(visit, order);
  if (returned) return { sign: '!', heading: receipt.unpaid, text: [returned, receipt.payAgain], isPayable: true };
  const isDeclined = reported === 'declined' || order.payment.status === 'failed';
  const text = isDeclined ? receipt.declined : receipt.unpaidText;
  return { sign: '!', heading: receipt.unpaid, text: [text], isPayable: true };
};

/** Whether a payment may be in progress: a payment page was opened, and no stray payment has arrived since. */
const isAwaited = ({ session, payment }: OrderRow): boolean =>
  session !== undefined && (payment.strayCaptures ?? []).every(({ atMs }) => atMs < session.openedAtMs);

/** Text about stray payments, which are refunded or will be. */
const returnedText = ({ t }: Visit, { payment, amounts }: OrderRow): string | undefined => {
  const strays = (payment.strayCaptures ?? []).filter(({ amount }) => amount > 0);
  if (strays.length === 0) return undefined;
  const sums = new Map<string, number>();
  for (const { amount, currency = amounts.currency } of strays) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  const price = [...sums].map(([currency, sum]) => formatAmount(sum, currency, t.tag)).join(' + ');
  const isBack = strays.every(({ refundedAtMs }) => refundedAtMs !== undefined);
  return isBack ? t.receipt.returned(price) : t.receipt.returning(price);
};

const addressee = ({ delivery, recipient, sender }: OrderRow): string =>
  delivery.method === 'recipient_email' ? (recipient?.email ?? sender.email) : sender.email;

const arrivedText = ({ t: { receipt } }: Visit, order: OrderRow): string[] => {
  if (order.delivery.method === 'postal') return [receipt.posted];
  const to = shownEmail(addressee(order));
  return to === '' ? [] : [receipt.sentTo(to)];
};

const comingText = (visit: Visit, order: OrderRow): string[] => {
  const { receipt } = visit.t;
  const { method, sendAt } = order.delivery;
  const mail = receipt.receiptMail(order.sender.email);
  if (method === 'postal') return [receipt.postedSoon, mail];
  if (sendAt !== null) return [receipt.scheduled(moment(visit, Date.parse(sendAt)), addressee(order)), mail];
  return [receipt.paidText(addressee(order))];
};
