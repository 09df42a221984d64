import { countryName } from '../../../platform/countries.ts';
import { foldEmail } from '../../../platform/email-address.ts';
import { nameUnlessErased, shownEmail } from '../../../platform/erased-email.ts';
import { formatEventTime, inOneLine } from '../../fulfillment/documents/format.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import { receiptOf } from './receipts/rules.ts';
import { calendarEventsOf } from './calendar.ts';
import type { Email } from './email.ts';
import { isReceiptedEarly } from './relay.ts';
import { emailFrom, type MailContext } from './writing.ts';
import { venueAddress } from '../../catalog/products/venue-address.ts';

/**
 * An email of an order. `gift`: the documents, to the recipient. `own`: documents and price, to the buyer.
 * `confirmation`: the purchase, to the buyer; documents went to another person or are posted. `receipt`: the purchase
 * and its delivery time, to the buyer, when it is paid.
 */
export interface DueMail {
  kind: 'gift' | 'own' | 'confirmation' | 'receipt';
  to: { name: string; email: string };
}

const buyerOf = ({ sender }: OrderRow): DueMail['to'] => ({ name: sender.name, email: sender.email });

/** Emails of a fulfilled order: one to each person. */
export const mailsOf = (order: OrderRow): DueMail[] => {
  const { sender, recipient, delivery } = order;
  const buyer = buyerOf(order);
  if (delivery.method === 'postal') return [{ kind: 'confirmation', to: buyer }];
  const goesToBuyer =
    delivery.method === 'sender_email' || !recipient?.email || foldEmail(recipient.email) === foldEmail(sender.email);
  if (goesToBuyer) return [{ kind: 'own', to: buyer }];
  return [
    { kind: 'gift', to: { name: recipient.name, email: recipient.email } },
    { kind: 'confirmation', to: buyer },
  ];
};

/** The receipt of a paid order that is not sent yet. */
export const receiptMailOf = (order: OrderRow): DueMail => ({ kind: 'receipt', to: buyerOf(order) });

/** Whether an email contains the receipt. Every buyer gets it once. */
export const hasReceipt = (mail: DueMail, order: OrderRow): boolean =>
  mail.kind === 'receipt' || (mail.kind !== 'gift' && !isReceiptedEarly(order));

/** Whether an email contains the dates of events: only the email about the tickets does. */
export const hasCalendar = (mail: DueMail, order: OrderRow): boolean =>
  mail.kind === 'gift' || mail.kind === 'own' || (mail.kind === 'confirmation' && order.delivery.method === 'postal');

interface MailedDocument {
  title: string;
  url: string;
}

interface Enclosures {
  /** Deliverable lines. */
  lines: readonly OrderLine[];
  documents: readonly MailedDocument[];
  /** Whether the documents are attached, and not only linked. */
  isAttached: boolean;
  /** Buttons that add the cards to a wallet. */
  wallets: Email['links'];
  /** The order's page, if the shop has one. */
  orderUrl: string | undefined;
}

interface MailContent {
  subject: string;
  email: Email;
}

export const writeOrderMail = (
  mail: DueMail,
  order: OrderRow,
  writing: MailContext,
  enclosed: Enclosures,
): MailContent => {
  const { texts } = writing;
  const receipt = hasReceipt(mail, order) ? receiptOf(order, writing.company) : undefined;
  const facts = mail.kind === 'receipt' ? [] : mailedEventFacts(enclosed.lines, writing);
  const email = emailFrom(writing, mail.to.name, {
    paragraphs: [
      introOf(mail, order, writing),
      ...(hasCalendar(mail, order) && facts.length > 0 ? [texts.calendarAttached] : []),
    ],
    quotation: mail.kind === 'gift' ? (order.greeting?.message ?? undefined) : undefined,
    facts,
    ...linksOf(mail, order, writing, enclosed),
    table: [
      ...(receipt
        ? [...receipt.facts.map((fact) => ({ ...fact, isMinor: true })), ...receipt.lines, ...receipt.sums]
        : []),
      ...(mail.kind === 'gift' ? [] : deliveredTo(order, writing)),
    ],
    parties: receipt?.parties ?? [],
  });
  return { subject: subjectOf(mail, order, writing), email };
};

const subjectOf = (mail: DueMail, order: OrderRow, { texts, brand }: MailContext): string => {
  const from = nameUnlessErased(order.sender);
  const { displayName: company } = brand;
  if (mail.kind === 'gift') return from ? texts.giftSubject(from, company) : texts.giftSubjectPlain(company);
  if (mail.kind === 'own') return texts.ownSubject(company, order.reference);
  const isSent = mail.kind === 'confirmation' && isReceiptedEarly(order);
  return isSent ? texts.sentSubject(company, order.reference) : texts.confirmationSubject(company, order.reference);
};

/** The recipient of an order, as named by the buyer; empty if the recipient was erased. */
const recipientName = ({ recipient }: OrderRow): string =>
  recipient ? nameUnlessErased(recipient) || shownEmail(recipient.email) : '';

const introOf = (mail: DueMail, order: OrderRow, { texts, moment }: MailContext): string => {
  const from = nameUnlessErased(order.sender);
  if (mail.kind === 'gift') return from ? texts.giftIntro(from) : texts.giftIntroPlain;
  if (mail.kind === 'own') return texts.ownIntro;
  // The address is erased with any person of the order, which is possible only after the cards were posted.
  if (order.delivery.method === 'postal') return order.delivery.address ? texts.postedIntro : texts.shippedIntro;
  const recipient = recipientName(order);
  if (mail.kind === 'receipt') {
    const when = moment(order.delivery.sendAtMs ?? 0);
    const isOwn = mailsOf(order).some(({ kind }) => kind === 'own');
    return isOwn ? texts.scheduledOwnIntro(when) : texts.scheduledIntro(recipient, when);
  }
  return isReceiptedEarly(order) ? texts.sentIntro(recipient) : texts.confirmationIntro(recipient);
};

/**
 * The buyer, too, gets links to documents that were emailed to a recipient. Documents of posted cards are not linked.
 */
const linksOf = (
  mail: DueMail,
  order: OrderRow,
  { texts }: MailContext,
  { documents, isAttached, wallets, orderUrl }: Enclosures,
): Pick<Email, 'linksIntro' | 'links'> => {
  const isForBuyer = mail.kind === 'confirmation' || mail.kind === 'receipt';
  const shown = mail.kind === 'receipt' || order.delivery.method === 'postal' ? [] : documents;
  const documentsIntro = isAttached ? texts.attached : texts.linked;
  const toOrder =
    mail.kind === 'gift' || orderUrl === undefined
      ? []
      : [{ label: texts.viewOrder, url: orderUrl, isSecondary: true }];
  return {
    linksIntro: shown.length === 0 ? undefined : isForBuyer ? texts.giftLink : documentsIntro,
    links: [...shown.map(({ title, url }) => ({ label: texts.open(title), url })), ...wallets, ...toOrder],
  };
};

/** When and where each event takes place. */
export const mailedEventFacts = (
  lines: readonly OrderLine[],
  { company, tag, terms }: MailContext,
): { label: string; value: string }[] =>
  calendarEventsOf(lines).flatMap((event) => {
    const { venue } = event;
    const place = venue ? [venue.name, inOneLine(venueAddress(venue), ', ')].filter(Boolean) : [];
    return [
      { label: terms.when, value: formatEventTime({ ...event, slug: event.slug }, company.time_zone, tag) },
      ...(place.length > 0 ? [{ label: terms.where, value: place.join('\n') }] : []),
    ];
  });

const deliveredTo = ({ delivery }: OrderRow, { texts, tag }: MailContext): { label: string; value: string }[] => {
  const { address } = delivery;
  if (!address) return [];
  const lines = [
    address.name,
    address.company_name ?? '',
    address.street,
    `${address.postcode} ${address.city}`.trim(),
    countryName(address.country, tag),
  ];
  return [{ label: texts.deliveredTo, value: lines.filter(Boolean).join('\n') }];
};
