import type { MailAttachment } from '../../../adapters/mail/message.ts';
import { getObject } from '../../../adapters/objects/store.ts';
import { enabledWallets } from '../../../platform/wallets.ts';
import { getRowsWithCommon } from '../../../storage/common-rows.ts';
import type { Key, RowSet } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { inOneLine } from '../../fulfillment/documents/format.ts';
import { documentName } from '../../fulfillment/documents/name.ts';
import { documentLink } from '../../../platform/document-links.ts';
import { lineObject, PDF, type Language } from '../../fulfillment/documents/schema.ts';
import { deliverableLines, type DeliverableLine } from '../../fulfillment/documents/deliverable-lines.ts';
import { readItemsOfOrder } from '../../value/items/of-order-id.ts';
import { orderPageLink } from '../../storefront/order-page/order-link.ts';
import { shopIn, shopKeys, type Shop } from '../../storefront/order-page/shop.ts';
import { isDeliverable } from '../../checkout/orders/is-deliverable.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import { isErased } from '../../../platform/erased-email.ts';
import { receiptFile } from './receipts/render.ts';
import { recordShipment } from '../../fulfillment/shipments/record.ts';
import { walletButtons } from '../../fulfillment/wallet/buttons.ts';
import { calendarFiles } from './calendar.ts';
import type { Email } from './email.ts';
import { dropMail } from './drop-mail.ts';
import type { OrderMail } from './messages.ts';
import { hasCalendar, hasReceipt, mailsOf, writeOrderMail, type DueMail } from './rules.ts';
import { waitForAll, type QueueMessageRef, type MailTask } from './outcome.ts';
import { mailKey, mailLeaseKey } from './rows.ts';
import { sendOnce } from './send-once.ts';
import { sendTogether, settleLease } from './send-together.ts';
import { mailFrom, writingFor } from './writing.ts';

/** The two emails of an order with two recipients. */
const TWO_MAILS = ['gift', 'confirmation'] as const;

/** Larger attachments are replaced by links, because many mailboxes accept at most 25 MB, base64 included. */
const MAX_ATTACHED_BYTES = 15 * 1024 * 1024;

/**
 * Sends the emails of a fulfilled order, one to each person, and records the shipment of a posted order. Each email is
 * sent once, even if this function runs several times; a failing email does not delay the other. Drops an email that is
 * not required now; if it is required later, another message requests it. An order whose items are all withdrawn gets
 * no email.
 */
export const sendOrderMail = async (message: OrderMail, queueMessage: QueueMessageRef): Promise<void> => {
  const { company: slug, orderId } = message;
  const firstKeys = [...TWO_MAILS.map((kind) => mailKey(slug, `${orderId}-${kind}`)), mailLeaseKey(slug, orderId)];
  const orderAndCompany = await findOrderAndCompany(slug, orderId, firstKeys);
  if (!orderAndCompany) return;
  const { order, company, rows } = orderAndCompany;
  const about = { company: slug, orderId, queueMessage };
  const dueMails = mailsOf(order);
  const nameOf = ({ kind }: DueMail): string => `${orderId}-${kind}`;
  const deliverable = isDeliverable(order) ? await deliverableLines(order) : [];
  if (deliverable.length === 0) {
    if (dueMails.length > 1) await settleLease(about, rows);
    return waitForAll(dueMails.map((mail) => dropMail({ ...about, mailId: nameOf(mail) })));
  }
  // The address is missing only if a person of the order was erased, which is possible only after the cards were
  // posted.
  if (order.delivery.address) await recordShipment(order, order.delivery.address, company);
  const canReceive = ({ to }: DueMail): boolean => !isErased(to.email);
  const tasks = dueMails.filter(canReceive).map((mail): MailTask => {
    const compose = () => composeOrderMail(mail, orderAndCompany, deliverable);
    return { ...about, mailId: nameOf(mail), message, compose };
  });
  await waitForAll([
    ...dueMails.filter((mail) => !canReceive(mail)).map((mail) => dropMail({ ...about, mailId: nameOf(mail) })),
    dueMails.length > 1 ? sendTogether(about, tasks, rows) : waitForAll(tasks.map(sendOnce)),
  ]);
};

/** Data for emails of an order. */
export interface OrderAndCompany {
  order: OrderRow;
  /** The order and the additional rows that were read. */
  rows: RowSet;
  company: CompanyRow;
  /** The company's page, if any; emails link to it. */
  shop: Shop | undefined;
}

/** The current order with its company and further rows. */
export const findOrderAndCompany = async (
  slug: string,
  orderId: string,
  alsoKeys: readonly Key[] = [],
): Promise<OrderAndCompany | undefined> => {
  const keys = [orderKey(slug, orderId), ...alsoKeys];
  const rows = await getRowsWithCommon(keys, shopKeys(slug), { consistent: true, isUnderLoad: true });
  const order = shownOrder(rows.get(orderKey(slug, orderId)));
  const company = rows.get<CompanyRow>(companyKey(slug));
  return order && company && { order, company, rows, shop: shopIn(slug, rows) };
};

/** Links to the documents of an order, valid without an API key. */
export const documentsOf = (
  order: OrderRow,
  deliverable: readonly DeliverableLine[],
): { title: string; url: string }[] =>
  deliverable.map(({ line }) => ({
    title: inOneLine([line.name, line.optionName], ', '),
    url: documentLink(lineObject(order.company, order.id, line.id)),
  }));

/** One email of an order with its attachments. */
export const composeOrderMail = async (
  mail: DueMail,
  { order, company, shop }: OrderAndCompany,
  deliverable: readonly DeliverableLine[],
) => {
  const writing = writingFor(company, order.locale);
  const cards = mail.kind === 'gift' || mail.kind === 'own' ? await cardsOf(order, deliverable) : [];
  const lines = deliverable.map(({ line }) => line);
  const written = writeOrderMail(mail, order, writing, {
    lines,
    documents: documentsOf(order, deliverable),
    isAttached: cards.length > 0,
    wallets: mail.kind === 'gift' || mail.kind === 'own' ? await walletsOf(order, company, writing.language) : [],
    orderUrl: mail.kind === 'gift' ? undefined : orderPageLink(order, writing.language, shop),
  });
  const context = { organizer: writing.brand.displayName, language: writing.language, zone: company.time_zone };
  const attachments = [
    ...cards,
    ...(hasCalendar(mail, order) ? calendarFiles(order, lines, context) : []),
    ...(hasReceipt(mail, order) ? [await receiptFile(order, company)] : []),
  ];
  return mailFrom(writing, { to: mail.to, ...written, attachments });
};

/** Reads nothing if no wallet has certificates. */
const walletsOf = async (order: OrderRow, company: CompanyRow, language: Language): Promise<Email['links']> =>
  enabledWallets().length === 0
    ? []
    : walletButtons(await readItemsOfOrder(order.company, order.id), company, language);

/** The documents of the lines; none if they are too large in total. */
const cardsOf = async (order: OrderRow, deliverable: readonly DeliverableLine[]): Promise<MailAttachment[]> => {
  const attachments: MailAttachment[] = [];
  for (const [index, { line }] of deliverable.entries()) {
    const stored = await getObject('documents', lineObject(order.company, order.id, line.id));
    if (!stored) throw new Error(`The document of line ${line.id} is missing`);
    const number = deliverable.length > 1 ? `-${index + 1}` : '';
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
