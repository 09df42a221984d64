import { setTimeout as sleep } from 'node:timers/promises';
import { getRow, queryAll } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { documentName } from '../../fulfillment/documents/name.ts';
import { brandPicturesOf } from '../../fulfillment/documents/brand-pictures.ts';
import { inOneLine } from '../../fulfillment/documents/format.ts';
import { itemLink } from '../../../platform/document-links.ts';
import { itemDocument } from '../../fulfillment/documents/render-item.ts';
import { documentWithoutOrder } from '../../fulfillment/documents/rules.ts';
import { PDF, type DocumentInput } from '../../fulfillment/documents/schema.ts';
import { hasDocument, printedItem } from '../../fulfillment/documents/deliverable-lines.ts';
import { itemOrderKey, type ItemOrderRow } from '../../value/items/issuance/item-orders.ts';
import { actionsOf, type ItemActionRow } from '../../value/items/action-rows.ts';
import { AWAITING_PAYMENT, itemKey, type ItemRow } from '../../value/items/rows.ts';
import type { ItemMail } from '../../value/items/mail/messages.ts';
import { readItemsOfOrder } from '../../value/items/of-order-id.ts';
import { claimUrlOf } from '../../value/items/claim-url.ts';
import { isErased } from '../../../platform/erased-email.ts';
import { renderCard } from '../../fulfillment/documents/card-template.ts';
import { walletButtons } from '../../fulfillment/wallet/buttons.ts';
import { dropMail } from './drop-mail.ts';
import type { QueueMessageRef } from './outcome.ts';
import { sendOnce } from './send-once.ts';
import { emailFrom, mailFrom, writingFor } from './writing.ts';

/**
 * Emails one item again, or all items of a directly issued order, with their document. Omits cancelled and refunded
 * items. Drops an email without items, and an email to an erased person.
 */
export const sendItemMail = async (mail: ItemMail, queueMessage: QueueMessageRef): Promise<void> => {
  const company = await getRow<CompanyRow>(companyKey(mail.company));
  const [first, ...more] = (await itemsOf(mail)).filter(hasDocument);
  if (!company || !first || (await isReceiverErased(mail))) {
    return dropMail({ company: mail.company, mailId: mail.mailId, queueMessage });
  }
  await sendOnce({
    company: mail.company,
    mailId: mail.mailId,
    orderId: mail.orderId,
    queueMessage,
    message: mail,
    compose: async () => {
      const document = mail.code
        ? await itemDocument(first, company)
        : documentWithoutOrder([printedItem(first), ...more.map(printedItem)], company, {
            claimUrlOf,
            brandPictures: await brandPicturesOf(company),
          });
      return composeItemMail(mail, [first, ...more], company, document);
    },
  });
};

/**
 * The message contains the address of the request. The row of the request shows whether the person has been erased
 * since then.
 */
const isReceiverErased = async ({ company, orderId, code, mailId }: ItemMail): Promise<boolean> => {
  if (code === undefined) {
    const order = await getRow<ItemOrderRow>(itemOrderKey(company, orderId), { consistent: true });
    return order?.deliverTo === null;
  }
  const actions = await queryAll<ItemActionRow>({ ...actionsOf(company, code), consistent: true });
  return actions.some(({ requestId, email }) => `resend-${requestId}` === mailId && isErased(email));
};

/**
 * Interval between reads of items that are not all issued or activated yet. After the last attempt, the message is
 * redelivered.
 */
const CHECK_EVERY_MS = 1000;
const ATTEMPTS_MAX = 30;

const itemsOf = async (mail: ItemMail): Promise<ItemRow[]> => {
  if (mail.code) {
    const item = await getRow<ItemRow>(itemKey(mail.company, mail.code), { consistent: true });
    return item ? [item] : [];
  }
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const items = await readItemsOfOrder(mail.company, mail.orderId);
    const isWaiting = items.some(({ status }) => status === AWAITING_PAYMENT);
    if (items.length >= (items[0]?.orderItems ?? 1) && !isWaiting) return items;
    await sleep(CHECK_EVERY_MS);
  }
  throw new Error('The items of the order are not all issued and paid yet');
};

/** Maximum number of items that get a link each. The attached document contains all items. */
const LINKED_MAX = 20;

const composeItemMail = async (
  mail: ItemMail,
  items: readonly [ItemRow, ...ItemRow[]],
  company: CompanyRow,
  document: DocumentInput,
) => {
  const [item] = items;
  const bytes = await renderCard(document, item.template);
  const writing = writingFor(company, item.language);
  const { texts, terms, brand } = writing;
  const filename = documentName(brand.displayName, item.title);
  const isResent = mail.code !== undefined;
  const from = item.sender.name?.trim();
  const name = item.receiver.name?.trim();
  const resentIntro = item.replaces ? texts.replacedIntro : texts.resendIntro;
  const openLabel = ({ title, sequence, orderItems }: ItemRow): string =>
    inOneLine([texts.open(title), items.length > 1 ? terms.number(sequence + 1, orderItems) : ''], ', ');
  const email = emailFrom(writing, name, {
    paragraphs: [isResent ? resentIntro : from ? texts.giftIntro(from) : texts.giftIntroPlain],
    quotation: item.greeting ?? undefined,
    linksIntro: texts.attached,
    links: [
      ...items.slice(0, LINKED_MAX).map((each) => ({ label: openLabel(each), url: itemLink(each) })),
      ...walletButtons(items, company, writing.language),
    ],
  });
  const giftSubject = from ? texts.giftSubject(from, brand.displayName) : texts.giftSubjectPlain(brand.displayName);
  return mailFrom(writing, {
    to: { email: mail.email, ...(name ? { name } : {}) },
    subject: isResent ? texts.resendSubject(brand.displayName) : giftSubject,
    email,
    attachments: [{ filename: `${filename}.pdf`, mime: PDF, bytes }],
  });
};
