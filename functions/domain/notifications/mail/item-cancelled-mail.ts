import { getRows } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { inOneLine } from '../../fulfillment/documents/format.ts';
import { familyOfItem } from '../../fulfillment/documents/rules.ts';
import { itemKey, type ItemRow } from '../../value/items/rows.ts';
import { dropMail } from './drop-mail.ts';
import type { ItemCancelledMail } from './messages.ts';
import type { QueueMessageRef } from './outcome.ts';
import { sendOnce } from './send-once.ts';
import { replyAddressOf, emailFrom, mailFrom, writingFor } from './writing.ts';

/** Notifies the buyer or receiver of a cancelled item. */
export const sendItemCancelledMail = async (mail: ItemCancelledMail, queueMessage: QueueMessageRef): Promise<void> => {
  const rows = await getRows([itemKey(mail.company, mail.code), companyKey(mail.company)], { consistent: true });
  const item = rows.get<ItemRow>(itemKey(mail.company, mail.code));
  const company = rows.get<CompanyRow>(companyKey(mail.company));
  const to = item && company && personOf(item, company);
  if (!item || !company || !to) return dropMail({ ...mail, queueMessage });
  await sendOnce({
    company: mail.company,
    mailId: mail.mailId,
    orderId: item.orderId,
    queueMessage,
    message: mail,
    compose: () => {
      const writing = writingFor(company, item.language);
      const { texts, brand, terms } = writing;
      const title = inOneLine([item.title, item.variant], ', ');
      const email = emailFrom(writing, to.name, {
        paragraphs: [texts.itemCancelledIntro(title), ...(replyAddressOf(company) === undefined ? [] : [texts.askUs])],
        table: [
          ...(item.orderReference === null ? [] : [{ label: texts.orderNumber, value: item.orderReference }]),
          { label: terms.badge[familyOfItem(item)], value: title },
        ],
      });
      return mailFrom(writing, { to, subject: texts.itemCancelledSubject(brand.displayName), email });
    },
  });
};

/** The buyer, or the receiver of a directly issued item. The sender of such an item is the company. */
export const personOf = (item: ItemRow, company: CompanyRow): { name: string; email: string } | undefined => {
  const { sender, receiver } = item;
  const isOwnAddress = sender.email === null || isOwn(sender.email, company);
  const person = isOwnAddress ? receiver : sender;
  return person.email ? { name: person.name ?? '', email: person.email } : undefined;
};

/** Whether an address is the no-reply address of the company, or not a real address. */
const isOwn = (email: string, { defaults }: CompanyRow): boolean =>
  email === defaults?.no_reply_email || email.endsWith('.invalid');
