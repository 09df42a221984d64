import { createHash } from 'node:crypto';
import { CANCELLED, PAID, type ItemRow } from '../../value/items/rows.ts';
import type { PostingReport } from '../../fulfillment/shipments/relay.ts';
import { refundedMinor } from '../../checkout/orders/gift-cards.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { ticketRefund } from '../../checkout/orders/ticket-refund.ts';
import type { PasswordResetRow, UserLinkRow } from '../../company/users/link-rows.ts';
import type { ItemCancelledMail, OrderNotice, PasswordReset, UserLinkMail } from './messages.ts';

/** Whether an order was paid before its delivery time, so that the buyer gets the receipt on payment. */
export const isReceiptedEarly = ({ delivery, payment }: OrderRow): boolean =>
  payment.capturedAtMs !== undefined && (delivery.sendAtMs ?? 0) > payment.capturedAtMs;

/**
 * Notices to the buyer or the ticket holder about a change to an order, in addition to the email of its fulfillment.
 */
export const noticesOwed = (before: OrderRow | undefined, after: OrderRow): OrderNotice[] => {
  if (!before) return [];
  const orderNotice = (mailId: string, what: OrderNotice['what']): OrderNotice => ({
    kind: 'order-notice',
    company: after.company,
    orderId: after.id,
    mailId: `${after.id}-${mailId}`,
    what,
  });
  return [
    ...(becamePaid(before, after) && isReceiptedEarly(after) ? [orderNotice('receipt', { is: 'receipt' })] : []),
    ...(isRefund(before, after) ? [orderNotice(`refund-${after.version}`, refundOf(before, after))] : []),
    ...(becameCancelled(before, after) ? [orderNotice('cancelled', { is: 'cancelled' })] : []),
    ...returnedSince(before, after).map(({ at, ...what }) =>
      orderNotice(`returned-${at}`, { is: 'returned', ...what }),
    ),
    ...movedEventsSince(before, after).map((productId) =>
      orderNotice(`event-moved-${after.version}-${productId}`, { is: 'event_moved', productId }),
    ),
    ...cancelledSince(before, after).map((what) =>
      orderNotice(`event-cancelled-${what.productId}`, { is: 'event_cancelled', ...what }),
    ),
    ...(isMoved(before, after) ? [orderNotice(`moved-${after.version}`, { is: 'moved' })] : []),
  ];
};

const becamePaid = (before: OrderRow, after: OrderRow): boolean =>
  before.payment.capturedAtMs === undefined && after.payment.capturedAtMs !== undefined && after.status === 'paid';

/**
 * Whether a change is a refund to report. The buyer's bank repays the amount of a lost dispute and notifies the buyer
 * itself.
 */
const isRefund = (before: OrderRow, after: OrderRow): boolean => {
  const isLost = after.payment.dispute?.status === 'lost' && before.payment.dispute?.status !== 'lost';
  const isOlderLost = after.payment.lostOlder !== before.payment.lostOlder;
  // The notice of a cancelled event mentions the refund.
  const isOfCancellation = before.refund?.cancellation !== undefined && after.refund === undefined;
  return refundedMinor(after) > refundedMinor(before) && !isLost && !isOlderLost && !isOfCancellation;
};

/** Events whose issued tickets this change moved to a new date or venue. Each of them causes one notice. */
const movedEventsSince = (before: OrderRow, after: OrderRow): string[] => {
  if (after.status !== 'fulfilled' || before.status !== 'fulfilled') return [];
  const moved = new Map(before.lines.map(({ id, event }) => [id, event?.movedAtMs]));
  const changed = after.lines.filter(
    ({ id, event, cancellation }) =>
      event?.movedAtMs !== undefined && event.movedAtMs !== moved.get(id) && !cancellation,
  );
  return [...new Set(changed.map(({ productId }) => productId))];
};

type EventCancellation = Omit<Extract<OrderNotice['what'], { is: 'event_cancelled' }>, 'is'>;

/** Events whose tickets were withdrawn. An order that was cancelled has no tickets. */
const cancelledSince = (before: OrderRow, after: OrderRow): EventCancellation[] => {
  if (after.status === 'cancelled' || after.lines === before.lines) return [];
  const known = new Set(before.lines.flatMap(({ id, cancellation }) => (cancellation ? [id] : [])));
  const cancelled = after.lines.filter(({ id, cancellation }) => cancellation && !known.has(id));
  const byEvent = Map.groupBy(cancelled, ({ productId }) => productId);
  return [...byEvent].flatMap(([productId, [line]]) =>
    line?.cancellation
      ? [{ productId, ...line.cancellation, refund: line.cancellation.refund ? ticketRefund(after, productId) : 0 }]
      : [],
  );
};

const refundOf = (before: OrderRow, after: OrderRow): OrderNotice['what'] => ({
  is: 'refund',
  amount: refundedMinor(after) - refundedMinor(before),
  inAll: refundedMinor(after),
  endsOrder: after.status === 'cancelled',
});

/** Whether an order was cancelled without a refund, which would have its own email. */
const becameCancelled = (before: OrderRow, after: OrderRow): boolean =>
  after.status === 'cancelled' && before.status !== 'cancelled' && after.payment.status === 'cancelled';

/** Stray payments that were refunded by this change. A payment of 0 needs no email. */
const returnedSince = (before: OrderRow, after: OrderRow): { at: number; amount: number; currency?: string }[] =>
  (after.payment.strayCaptures ?? []).flatMap(({ refundedAtMs, amount, currency }, at) =>
    amount > 0 && refundedAtMs !== undefined && before.payment.strayCaptures?.[at]?.refundedAtMs === undefined
      ? [{ at, amount, ...(currency === undefined ? {} : { currency }) }]
      : [],
  );

/** Whether the delivery time or the recipient's email address of a scheduled order changed. */
const isMoved = (before: OrderRow, after: OrderRow): boolean =>
  after.status === 'paid' &&
  before.status === 'paid' &&
  (before.delivery.sendAtMs !== after.delivery.sendAtMs || before.recipient?.email !== after.recipient?.email);

/** Name of an item in the id of an email. It hides the code from operators and logs. */
export const itemTag = (company: string, code: string): string =>
  createHash('sha256').update(`mail\n${company}\n${code}`).digest('hex').slice(0, 24);

/**
 * The email for an issued item that staff cancelled. A replaced item, which also has the status `Cancelled`, needs
 * none, because its holder gets the replacement. Nor does a withdrawal by a refund, which has its own email.
 */
export const itemCancelledMail = (before: ItemRow | undefined, after: ItemRow): ItemCancelledMail | undefined =>
  before?.status === PAID && after.status === CANCELLED && after.latest.at(-1)?.[1] === 'cancel'
    ? {
        kind: 'item-cancelled',
        company: after.company,
        code: after.code,
        mailId: `cancelled-${itemTag(after.company, after.code)}`,
      }
    : undefined;

/** The buyer gets the tracking link of a posted shipment. */
export const shipmentPostedMail = ({ company, orderId, shipment }: PostingReport): OrderNotice => ({
  kind: 'order-notice',
  company,
  orderId,
  mailId: `${orderId}-posted`,
  what: { is: 'posted', carrier: shipment.carrier, number: shipment.tracking_number, url: shipment.tracking_url },
});

/** The email for a new link of a user. */
export const userLinkMail = (before: UserLinkRow | undefined, after: UserLinkRow): UserLinkMail | undefined =>
  before?.id === after.id
    ? undefined
    : { kind: 'user-link', company: after.company, username: after.username, link: after.kind, linkId: after.id };

/** The message for a request for a new password. */
export const passwordReset = ({ id, email, language, atMs }: PasswordResetRow): PasswordReset => ({
  kind: 'password-reset',
  id,
  email,
  language,
  atMs,
});
