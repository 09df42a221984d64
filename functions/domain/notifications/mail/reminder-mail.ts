import { nowMs } from '../../../platform/clock.ts';
import { getRows } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { inOneLine } from '../../fulfillment/documents/format.ts';
import { itemLink } from '../../../platform/document-links.ts';
import { familyOfItem } from '../../fulfillment/documents/rules.ts';
import { isWorthReminding } from '../../value/items/mail/reminder-worth.ts';
import { readItemsOfOrder } from '../../value/items/of-order-id.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey } from '../../checkout/orders/rows.ts';
import { isOrderId } from '../../checkout/orders/rules.ts';
import { isErased } from '../../../platform/erased-email.ts';
import { reminderAt } from '../reminders/rules.ts';
import { unsubscribeLink } from '../unsubscribes/link.ts';
import { hasUnsubscribed } from '../unsubscribes/unsubscribe.ts';
import { personOf } from './item-cancelled-mail.ts';
import { dropMail } from './drop-mail.ts';
import type { ReminderMail } from './messages.ts';
import { mailsOf } from './rules.ts';
import type { QueueMessageRef } from './outcome.ts';
import { sendOnce } from './send-once.ts';
import { emailFrom, mailFrom, writingFor } from './writing.ts';

/** Maximum number of cards listed in a reminder, which gives the number of further cards. */
const NAMED_MAX = 20;

/**
 * Reminds the holder of remaining value on the cards of an order before they expire: one email for all cards, 60 and 14
 * days before expiry. Consent and remaining value are checked when the reminder is due.
 */
export const sendReminder = async (mail: ReminderMail, queueMessage: QueueMessageRef): Promise<void> => {
  const { company: slug, orderId, validUntilMs, days } = mail;
  const now = nowMs();
  const keys = [companyKey(slug), ...(isOrderId(orderId) ? [orderKey(slug, orderId)] : [])];
  const [rows, all] = await Promise.all([getRows(keys, { consistent: true }), readItemsOfOrder(slug, orderId)]);
  const company = rows.get<CompanyRow>(companyKey(slug));
  const mailId = `${orderId}-reminder-${days}-${validUntilMs}`;
  const isOvertaken = days !== reminderAt(validUntilMs, now)?.days;
  if (isOvertaken || !company?.active || company.reminders === false)
    return dropMail({ company: slug, mailId, queueMessage });
  const order = shownOrder(rows.get(orderKey(slug, orderId)));
  const items = all.filter((item) => item.validUntilMs === validUntilMs && isWorthReminding(item, now));
  const [first, ...others] = items;
  const to = first && (order ? mailsOf(order)[0]?.to : personOf(first, company));
  if (!first || !to || isErased(to.email) || (await hasUnsubscribed(slug, to.email))) {
    return dropMail({ company: slug, mailId, queueMessage });
  }
  await sendOnce({
    company: slug,
    mailId,
    orderId,
    queueMessage,
    message: mail,
    compose: () => composeReminder([first, ...others], to, company, order?.locale ?? first.language),
  });
};

const composeReminder = (
  items: readonly [ItemRow, ...ItemRow[]],
  to: { name: string; email: string },
  company: CompanyRow,
  locale: string,
) => {
  const writing = writingFor(company, locale);
  const { texts, terms, day, money, language } = writing;
  const [first] = items;
  const date = day(first.validUntilMs);
  const hides = (item: ItemRow): boolean => company.hide_prices?.includes(familyOfItem(item)) ?? false;
  const named = items.slice(0, NAMED_MAX);
  const more = items.length - named.length;
  const numberOf = (at: number): string => (items.length > 1 ? terms.number(at + 1, items.length) : '');
  const email = emailFrom(writing, to.name, {
    paragraphs: [texts.reminderIntro(date, items.length), ...(more > 0 ? [texts.andMore(more)] : [])],
    table: named.map((item, at) => ({
      label: inOneLine([item.title, item.variant, numberOf(at)], ', '),
      detail: `${terms.validUntil} ${date}`,
      value: hides(item) ? '' : money(item.remainingMinor, item.currency),
    })),
    linksIntro: items.length > 1 ? texts.severalLinked : texts.linked,
    links: named.map((item, at) => ({
      label: inOneLine([texts.open(item.title), numberOf(at)], ', '),
      url: itemLink(item),
    })),
    unsubscribe: {
      why: texts.whyReminded(items.length),
      label: texts.unsubscribe,
      url: unsubscribeLink(company.slug, to.email, language),
    },
  });
  return mailFrom(writing, { to, subject: texts.reminderSubject(first.title, date), email });
};
