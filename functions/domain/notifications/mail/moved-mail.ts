import { deliverableLines } from '../../fulfillment/documents/deliverable-lines.ts';
import { isErased } from '../../../platform/erased-email.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { calendarFiles } from './calendar.ts';
import { documentsOf, type OrderAndCompany } from './order-mail.ts';
import { mailedEventFacts, hasCalendar, mailsOf } from './rules.ts';
import { replyAddressOf, emailFrom, mailFrom, writingFor } from './writing.ts';

/** The person who has the tickets of an order; the buyer if the recipient is erased. */
export const ticketHolderOf = (order: OrderRow): { name: string; email: string } =>
  mailsOf(order).find((mail) => hasCalendar(mail, order) && !isErased(mail.to.email))?.to ?? order.sender;

/** Notifies the recipient of tickets that the event has a new date or place. */
export const composeMovedMail = async (productId: string, { order, company }: OrderAndCompany) => {
  const writing = writingFor(company, order.locale);
  const { texts, brand } = writing;
  const deliverable = (await deliverableLines(order)).filter(({ line }) => line.productId === productId);
  const lines = deliverable.map(({ line }) => line);
  const { name, email: address } = ticketHolderOf(order);
  const to = { name, email: address };
  const event = lines[0]?.name ?? '';
  const email = emailFrom(writing, to.name, {
    paragraphs: [
      texts.eventMovedIntro(event),
      texts.calendarAttached,
      ...(replyAddressOf(company) === undefined ? [] : [texts.askUs]),
    ],
    facts: mailedEventFacts(lines, writing),
    // The introduction mentions tickets in the plural, whatever their number.
    linksIntro: texts.severalLinked,
    links: documentsOf(order, deliverable).map(({ title, url }) => ({ label: texts.open(title), url })),
    table: [{ label: texts.orderNumber, value: order.reference }],
  });
  const context = { organizer: brand.displayName, language: writing.language, zone: company.time_zone };
  return mailFrom(writing, {
    to,
    subject: texts.eventMovedSubject(brand.displayName, event),
    email,
    attachments: calendarFiles(order, lines, context),
  });
};
