import { nowMs } from '../../platform/clock.ts';
import { getRows, type Key } from '../../storage/table.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { itemLink } from '../documents/links.ts';
import { familyOf } from '../documents/rules.ts';
import { readItemsOfOrder } from '../items/of-order-id.ts';
import type { ItemRow } from '../items/rows.ts';
import { orderKey, type OrderRow } from '../orders/rows.ts';
import { isOrderId } from '../orders/rules.ts';
import { turnReminder } from '../reminders/keep.ts';
import { reminderCodec, reminderKey, type ReminderRow } from '../reminders/rows.ts';
import { hasSomethingToLose, reminderAt } from '../reminders/rules.ts';
import { nameOfAddress, unsubscribeLink } from '../unsubscribes/link.ts';
import { unsubscribedKey } from '../unsubscribes/rows.ts';
import { personOf } from './item-cancelled-mail.ts';
import type { ReminderMail } from './messages.ts';
import { mailsOf } from './rules.ts';
import { sendOnce, type Carrier } from './send-once.ts';
import { letterFrom, mailFrom, writingFor } from './writing.ts';

/** Cards that a reminder names; more are counted. */
const NAMED_MAX = 20;

/**
 * Reminds the holder of what is left on the cards of an order before they expire: one mail for all of them, 60 and 14 days
 * before. Whether it is wanted, and whether there is something left, is seen when it is due.
 */
export const sendReminder = async (mail: ReminderMail, carrier: Carrier): Promise<void> => {
  const keys = {
    reminder: reminderKey(mail.company, mail.orderId, mail.validUntilMs),
    company: companyKey(mail.company),
    order: orderKey(mail.company, mail.orderId),
  };
  const rows = await getRows(isOrderId(mail.orderId) ? Object.values(keys) : [keys.reminder, keys.company], {
    consistent: true,
  });
  const found = rows.get(keys.reminder);
  if (!found) return;
  const row = reminderCodec.read(found);
  if (row.dueAtMs > nowMs()) return;
  try {
    await remind(row, rows.get<CompanyRow>(keys.company), rows.get<OrderRow>(keys.order), carrier);
  } catch (error) {
    if (carrier.isLastTry) await turnReminder(row);
    throw error;
  }
  await turnReminder(row);
};

const remind = async (
  row: ReminderRow,
  company: CompanyRow | undefined,
  order: OrderRow | undefined,
  carrier: Carrier,
): Promise<void> => {
  const now = nowMs();
  const reminder = reminderAt(row.validUntilMs, now);
  if (!company?.active || company.reminders === false || !reminder) return;
  const all = await readItemsOfOrder(row.company, row.orderId);
  const items = all.filter((item) => item.validUntilMs === row.validUntilMs && hasSomethingToLose(item, now));
  const [first] = items;
  const to = first && (order ? mailsOf(order)[0]?.to : personOf(first, company));
  if (!first || !to || (await isUnsubscribed(unsubscribedKey(row.company, nameOfAddress(to.email))))) return;
  await sendOnce({
    company: row.company,
    mailId: `${row.orderId}-reminder-${reminder.days}-${row.validUntilMs}`,
    orderId: row.orderId,
    carrier,
    compose: () => composed([first, ...items.slice(1)], to, company, order?.locale ?? first.language),
  });
};

const isUnsubscribed = async (key: Key): Promise<boolean> =>
  (await getRows([key], { consistent: true })).get(key) !== undefined;

const composed = (
  items: readonly [ItemRow, ...ItemRow[]],
  to: { name: string; email: string },
  company: CompanyRow,
  locale: string,
) => {
  const writing = writingFor(company, locale);
  const { words, terms, day, money, language } = writing;
  const [first] = items;
  const date = day(first.validUntilMs);
  const hides = (item: ItemRow): boolean => company.hide_prices?.includes(familyOf(item)) ?? false;
  const named = items.slice(0, NAMED_MAX);
  const more = items.length - named.length;
  const numberOf = (at: number): string => (items.length > 1 ? terms.number(at + 1, items.length) : '');
  const letter = letterFrom(writing, to.name, {
    paragraphs: [words.reminderIntro(date), ...(more > 0 ? [words.andMore(more)] : [])],
    table: named.map((item, at) => ({
      label: [item.title, item.variant, numberOf(at)].filter(Boolean).join(', '),
      detail: `${terms.validUntil} ${date}`,
      value: hides(item) ? '' : money(item.remainingMinor, item.currency),
    })),
    linksIntro: words.linked,
    links: named.map((item, at) => ({
      label: [words.open(item.title), numberOf(at)].filter(Boolean).join(', '),
      url: itemLink(item),
    })),
    unsubscribe: {
      why: words.whyReminded,
      label: words.unsubscribe,
      url: unsubscribeLink(company.slug, to.email, language),
    },
  });
  return mailFrom(writing, { to, subject: words.reminderSubject(first.title, date), letter });
};
