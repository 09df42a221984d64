import { formatEventTime } from '../../fulfillment/documents/format.ts';
import { deliverableLines } from '../../fulfillment/documents/deliverable-lines.ts';
import { findCancellation } from '../../payments/event-cancellation/read.ts';
import { orderPageLink } from '../../storefront/order-page/order-link.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { isErased } from '../../../platform/erased-email.ts';
import { dropMail } from './drop-mail.ts';
import type { OrderNotice } from './messages.ts';
import type { Email } from './email.ts';
import { composeMovedMail, ticketHolderOf } from './moved-mail.ts';
import { composeOrderMail, findOrderAndCompany, type OrderAndCompany } from './order-mail.ts';
import { receiptMailOf } from './rules.ts';
import type { QueueMessageRef } from './outcome.ts';
import { sendOnce } from './send-once.ts';
import { replyAddressOf, emailFrom, mailFrom, writingFor, type MailContext } from './writing.ts';

/** Notifies the buyer of an event of an order, or the ticket holder of a new date or place, once per event. */
export const sendOrderNotice = async (mail: OrderNotice, queueMessage: QueueMessageRef): Promise<void> => {
  const orderAndCompany = await findOrderAndCompany(mail.company, mail.orderId);
  if (!orderAndCompany) return;
  const { order } = orderAndCompany;
  const { email } = mail.what.is === 'event_moved' ? ticketHolderOf(order) : order.sender;
  const isDeliverable = !isErased(email) && !isOverBy(mail, order) && (await hasHolder(mail, order));
  if (!isDeliverable) return dropMail({ company: mail.company, mailId: mail.mailId, queueMessage });
  await sendOnce({
    company: mail.company,
    mailId: mail.mailId,
    orderId: mail.orderId,
    queueMessage,
    message: mail,
    compose: async () => {
      if (mail.what.is === 'event_moved') return composeMovedMail(mail.what.productId, orderAndCompany);
      return mail.what.is === 'receipt'
        ? composeOrderMail(receiptMailOf(order), orderAndCompany, await deliverableLines(order))
        : composeNotice(mail.what, orderAndCompany);
    },
  });
};

/**
 * Whether a notice is outdated: a receipt, or a notice of a changed delivery, of an order that has been cancelled or
 * refunded in full since.
 */
const isOverBy = ({ what }: OrderNotice, { status, payment }: OrderRow): boolean =>
  (what.is === 'receipt' || what.is === 'moved') && (status === 'cancelled' || payment.status === 'refunded');

/** Whether a rescheduled event still has tickets with a holder. Withdrawn tickets have none. */
const hasHolder = async ({ what }: OrderNotice, order: OrderRow): Promise<boolean> => {
  if (what.is !== 'event_moved') return true;
  const deliverable = await deliverableLines(order);
  return deliverable.some(({ line }) => line.productId === what.productId);
};

type MailedNotice = Exclude<OrderNotice['what'], { is: 'receipt' | 'event_moved' }>;

interface Content {
  subject: string;
  paragraphs: string[];
  links?: Email['links'];
  table?: Email['table'];
}

const composeNotice = async (what: MailedNotice, { order, company, shop }: OrderAndCompany) => {
  const writing = writingFor(company, order.locale);
  const { texts } = writing;
  const { subject, paragraphs, links = [], table = [] } = compositions[what.is](what as never, order, writing);
  const orderUrl = orderPageLink(order, writing.language, shop);
  const cancellation = what.is === 'event_cancelled' ? await findCancellation(order.company, what.id) : undefined;
  const email = emailFrom(writing, order.sender.name, {
    quotation: cancellation?.message,
    paragraphs: [...paragraphs, ...(replyAddressOf(company) === undefined ? [] : [texts.askUs])],
    links: [
      ...links,
      ...(orderUrl === undefined ? [] : [{ label: texts.viewOrder, url: orderUrl, isSecondary: true }]),
    ],
    table: [{ label: texts.orderNumber, value: order.reference }, ...table],
  });
  return mailFrom(writing, { to: { name: order.sender.name, email: order.sender.email }, subject, email });
};

type Compositions = {
  [K in MailedNotice['is']]: (what: Extract<MailedNotice, { is: K }>, order: OrderRow, writing: MailContext) => Content;
};

const compositions: Compositions = {
  refund: ({ amount, inAll, endsOrder }, { amounts, reference }, { texts, brand, money }) => {
    const sum = (minor: number): string => money(minor, amounts.currency, [amounts.total, inAll, amount]);
    return {
      subject: texts.refundSubject(brand.displayName, reference),
      paragraphs: [texts.refundIntro(sum(amount)), ...(endsOrder ? [texts.refundEndsOrder] : []), texts.refundWay],
      table: [
        { label: texts.total, value: sum(amounts.total) },
        ...(inAll > amount ? [{ label: texts.refundedSoFar, value: sum(inAll) }] : []),
        { label: texts.refundedNow, value: sum(amount), isTotal: true },
      ],
    };
  },
  cancelled: (_, { reference }, { texts, brand }) => ({
    subject: texts.cancelledSubject(brand.displayName, reference),
    paragraphs: [texts.cancelledIntro],
  }),
  returned: ({ amount, currency }, { amounts, reference }, { texts, brand, money }) => ({
    subject: texts.refundSubject(brand.displayName, reference),
    paragraphs: [texts.returnedIntro(money(amount, currency ?? amounts.currency)), texts.refundWay],
  }),
  posted: ({ carrier, number, url }, { reference }, { texts, brand }) => ({
    subject: texts.shippedSubject(brand.displayName, reference),
    paragraphs: [texts.shippedIntro],
    links: url === null ? [] : [{ label: texts.trackShipment, url }],
    table: [
      ...(carrier === null ? [] : [{ label: texts.carrier, value: carrier }]),
      ...(number === null ? [] : [{ label: texts.trackingNumber, value: number }]),
    ],
  }),
  event_cancelled: ({ productId, refund }, order, { texts, brand, money, terms, tag, company }) => {
    const line = order.lines.find((each) => each.productId === productId);
    const event = line?.name ?? '';
    const when = line?.event && formatEventTime(line.event, company.time_zone, tag);
    return {
      subject: texts.eventCancelledSubject(brand.displayName, event),
      paragraphs: [
        texts.eventCancelledIntro(event),
        ...(refund > 0 ? [texts.eventCancelledRefund(money(refund, order.amounts.currency)), texts.refundWay] : []),
      ],
      table: when ? [{ label: terms.when, value: when }] : [],
    };
  },
  moved: (_, order, { texts, brand, moment }) => ({
    subject: texts.movedSubject(brand.displayName, order.reference),
    paragraphs: [texts.movedIntro(whereTo(order), moment(order.delivery.sendAtMs ?? order.updatedAtMs))],
  }),
};

/** Name and address of the recipient, so that the buyer can notice a wrong address; empty for an erased recipient. */
const whereTo = ({ delivery, recipient, sender }: OrderRow): string => {
  const { name, email } = delivery.method === 'recipient_email' && recipient ? recipient : sender;
  if (isErased(email)) return '';
  return name.trim() ? `${name.trim()} (${email})` : email;
};
