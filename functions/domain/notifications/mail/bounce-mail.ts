import { deliverableLines, type DeliverableLine } from '../../fulfillment/documents/deliverable-lines.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { isErased, shownEmail } from '../../../platform/erased-email.ts';
import { recordBounce } from './bounces.ts';
import { dropMail } from './drop-mail.ts';
import type { Bounce } from './messages.ts';
import { documentsOf, findOrderAndCompany } from './order-mail.ts';
import type { QueueMessageRef } from './outcome.ts';
import { sendOnce } from './send-once.ts';
import { replyAddressOf, emailFrom, mailFrom, writingFor } from './writing.ts';

const GIFT = /^(po_[0-9a-f]{32})-gift$/;

/** Records a bounce for staff, and notifies the buyer once that a gift could not be delivered. */
export const sendBounceMail = async (message: Bounce, queueMessage: QueueMessageRef): Promise<void> => {
  const { company: slug, mailId } = message;
  await recordBounce(slug, mailId);
  const orderId = GIFT.exec(mailId)?.[1];
  const orderAndCompany = orderId === undefined ? undefined : await findOrderAndCompany(slug, orderId);
  if (!orderAndCompany) return;
  const { order, company } = orderAndCompany;
  const noticeId = `${mailId}-bounced`;
  const isOver = order.payment.status === 'refunded' || isErased(order.sender.email);
  const deliverable = isOver ? [] : await deliverableLines(order);
  if (deliverable.length === 0) return dropMail({ company: slug, mailId: noticeId, queueMessage });
  await sendOnce({
    company: slug,
    mailId: noticeId,
    orderId: order.id,
    queueMessage,
    message,
    compose: () => composeBounceMail(order, company, deliverable),
  });
};

const composeBounceMail = (order: OrderRow, company: CompanyRow, deliverable: readonly DeliverableLine[]) => {
  const writing = writingFor(company, order.locale);
  const { texts, brand } = writing;
  const email = emailFrom(writing, order.sender.name, {
    paragraphs: [
      texts.bounceIntro(shownEmail(order.recipient?.email ?? '')),
      ...(replyAddressOf(company) === undefined ? [] : [texts.bounceAsk]),
    ],
    linksIntro: texts.bounceHelp,
    links: documentsOf(order, deliverable).map(({ title, url }) => ({ label: texts.open(title), url })),
    table: [{ label: texts.orderNumber, value: order.reference }],
  });
  const to = { name: order.sender.name, email: order.sender.email };
  return mailFrom(writing, { to, subject: texts.bounceSubject(brand.displayName, order.reference), email });
};
