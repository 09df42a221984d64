import { orderPageLink } from '../order-page/order-link.ts';
import type { OrderRow } from '../orders/rows.ts';
import type { ToldMail } from './messages.ts';
import type { Email } from './email.ts';
import { composeOrderMail, readOrderAndCompany, type FoundOrder } from './order-mail.ts';
import { receiptMailOf, recipientName } from './rules.ts';
import { sendOnce, type Carrier } from './send-once.ts';
import { answersAt, emailFrom, mailFrom, writingFor, type Writing } from './writing.ts';

/** Tells the buyer what happened to an order: each happening once. */
export const sendToldMail = async (mail: ToldMail, carrier: Carrier): Promise<void> => {
  const found = await readOrderAndCompany(mail.company, mail.orderId);
  if (!found || isOverBy(mail, found.order)) return;
  await sendOnce({
    company: mail.company,
    mailId: mail.mailId,
    orderId: mail.orderId,
    carrier,
    compose: () =>
      mail.what.is === 'receipt' ? composeOrderMail(receiptMailOf(found.order), found) : composed(mail.what, found),
  });
};

/** A receipt that was long in coming says nothing any more of an order that is undone. */
const isOverBy = ({ what }: ToldMail, order: OrderRow): boolean =>
  what.is === 'receipt' && (order.status === 'cancelled' || order.payment.status === 'refunded');

type Told = Exclude<ToldMail['what'], { is: 'receipt' }>;

interface Said {
  subject: string;
  paragraphs: string[];
  table?: Email['table'];
}

const composed = (what: Told, { order, company, shop }: FoundOrder) => {
  const writing = writingFor(company, order.locale);
  const { words } = writing;
  const { subject, paragraphs, table = [] } = sayings[what.is](what as never, order, writing);
  const orderUrl = orderPageLink(order, writing.language, shop);
  const letter = emailFrom(writing, order.sender.name, {
    paragraphs: [...paragraphs, ...(answersAt(company) === undefined ? [] : [words.askUs])],
    links: orderUrl === undefined ? [] : [{ label: words.viewOrder, url: orderUrl }],
    table: [{ label: words.orderNumber, value: order.reference }, ...table],
  });
  return mailFrom(writing, { to: { name: order.sender.name, email: order.sender.email }, subject, letter });
};

type Sayings = { [K in Told['is']]: (what: Extract<Told, { is: K }>, order: OrderRow, writing: Writing) => Said };

const sayings: Sayings = {
  refund: ({ amount, inAll, endsOrder }, { amounts, reference }, { words, brand, money }) => {
    const sum = (minor: number): string => money(minor, amounts.currency);
    return {
      subject: words.refundSubject(brand.displayName, reference),
      paragraphs: [words.refundIntro(sum(amount)), ...(endsOrder ? [words.refundEndsOrder] : []), words.refundWay],
      table: [
        { label: words.total, value: sum(amounts.total) },
        ...(inAll > amount ? [{ label: words.refundedSoFar, value: sum(inAll) }] : []),
        { label: words.refundedNow, value: sum(amount), isTotal: true },
      ],
    };
  },
  cancelled: (_, { reference }, { words, brand }) => ({
    subject: words.cancelledSubject(brand.displayName, reference),
    paragraphs: [words.cancelledIntro],
  }),
  returned: ({ amount }, { amounts, reference }, { words, brand, money }) => ({
    subject: words.refundSubject(brand.displayName, reference),
    paragraphs: [words.returnedIntro(money(amount, amounts.currency)), words.refundWay],
  }),
  moved: (_, order, { words, brand, moment }) => ({
    subject: words.movedSubject(brand.displayName, order.reference),
    paragraphs: [
      words.movedIntro(
        recipientName(order) || order.sender.email,
        moment(order.delivery.sendAtMs ?? order.updatedAtMs),
      ),
    ],
  }),
};
