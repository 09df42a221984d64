import type { MailAttachment } from '../../adapters/mail/message.ts';
import { getObject } from '../../adapters/objects/store.ts';
import { getRows } from '../../storage/table.ts';
import { brandOf } from '../brand/rules.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { documentName } from '../documents/name.ts';
import { documentLink } from '../documents/links.ts';
import { lineObject, PDF } from '../documents/schema.ts';
import { printedCountOf } from '../orders/line-issue.ts';
import { orderKey, type OrderLine, type OrderRow } from '../orders/rows.ts';
import { recordShipment } from '../shipments/record.ts';
import { letterHtml, letterText } from './letter.ts';
import type { OrderMail } from './messages.ts';
import { mailsOf, writeOrderMail, type OwedMail } from './rules.ts';
import { sendOnce, type Carrier } from './send-once.ts';

/** Attachments above this are left to their links: many mailboxes take no more than 25 MB, base64 included. */
const MAX_ATTACHED_BYTES = 15 * 1024 * 1024;

/**
 * What a fulfilled order owes to people: a mail to each, and the record of a shipment for an order that goes by post.
 * Each mail is sent once however often this runs; a mail that fails does not hold up the other.
 */
export const sendOrderMail = async ({ company: slug, orderId }: OrderMail, carrier: Carrier): Promise<void> => {
  const rows = await getRows([orderKey(slug, orderId), companyKey(slug)], { consistent: true });
  const order = rows.get<OrderRow>(orderKey(slug, orderId));
  const company = rows.get<CompanyRow>(companyKey(slug));
  if (!order || !company || !isOwed(order)) return;
  if (order.delivery.method === 'postal') await recordShipment(order, company);
  const outcomes = await Promise.allSettled(
    mailsOf(order).map((mail) =>
      sendOnce({
        company: slug,
        mailId: `${orderId}-${mail.kind}`,
        orderId,
        carrier,
        compose: () => composed(mail, order, company),
      }),
    ),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
};

/** Nobody is sent what was refunded; while the payment is disputed it waits. */
const isOwed = ({ fulfillment, payment }: OrderRow): boolean =>
  fulfillment.status === 'fulfilled' && payment.status !== 'refunded' && payment.dispute?.status !== 'open';

const composed = async (mail: OwedMail, order: OrderRow, company: CompanyRow) => {
  const lines = order.lines.filter((line) => printedCountOf(line) > 0);
  const attachments = mail.kind === 'confirmation' ? [] : await attachmentsOf(order, lines);
  const documents = lines.map((line) => ({
    title: line.name,
    url: documentLink(lineObject(order.company, order.id, line.id)),
  }));
  const written = writeOrderMail(mail, order, company, { all: documents, isAttached: attachments.length > 0 });
  return {
    fromName: brandOf(company).displayName,
    to: mail.to,
    subject: written.subject,
    text: letterText(written.letter),
    html: await letterHtml(written.letter),
    attachments,
  };
};

/** The lines' documents, or none when together they are too large to be mailed. */
const attachmentsOf = async (order: OrderRow, lines: readonly OrderLine[]): Promise<MailAttachment[]> => {
  const attachments: MailAttachment[] = [];
  for (const [index, line] of lines.entries()) {
    const stored = await getObject('documents', lineObject(order.company, order.id, line.id));
    if (!stored) throw new Error(`The document of line ${line.id} is missing`);
    const number = lines.length > 1 ? `-${index + 1}` : '';
    attachments.push({
      filename: `${documentName(line.name, order.reference)}${number}.pdf`,
      mime: PDF,
      bytes: stored.bytes,
    });
  }
  return totalBytes(attachments) > MAX_ATTACHED_BYTES ? [] : attachments;
};

const totalBytes = (attachments: readonly MailAttachment[]): number =>
  attachments.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
