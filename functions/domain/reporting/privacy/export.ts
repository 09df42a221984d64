import { nowMs, toTimestamp } from '../../../platform/clock.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { presentOrder } from '../../checkout/orders/present.ts';
import { readPersonalData } from './find.ts';
import { isSameAddress } from './rules.ts';

/** All data of a company about a person, as one JSON object: purchases, gifts, resends and consent. */
export const exportPerson = async (company: string, email: string) => {
  const kept = await readPersonalData(company, email);
  return {
    company,
    email,
    exported_at: toTimestamp(nowMs()),
    orders: kept.orders.map((order) => ({
      ...presentOrder(order),
      // The order may contain the person only as the recipient whose email address was replaced.
      ...(isSameAddress(order.deliveryAsOrdered?.recipient?.email, email)
        ? { recipient_as_ordered: order.deliveryAsOrdered?.recipient }
        : {}),
      tickets: order.lines.flatMap(({ id, ticket }) => (ticket ? [{ line_item_id: id, ...ticket }] : [])),
    })),
    items: kept.items.map(exportedItem),
    resends: kept.resends.map(({ code, atMs, email: address }) => ({ code, sent_at: toTimestamp(atMs), to: address })),
    subscriptions: kept.subscriptions.map((subscriber) => ({
      email: subscriber.email,
      name: subscriber.name,
      subscribed_at: toTimestamp(subscriber.subscribedAtMs),
      order_id: subscriber.orderId,
      consent_text: subscriber.consentText,
      consent_text_version: subscriber.consentTextVersion ?? null,
    })),
  };
};

const exportedItem = (item: ItemRow) => ({
  code: item.code,
  order_id: item.orderId,
  title: item.title,
  variant: item.variant,
  event: item.event && { title: item.event.title, starts_at: item.event.startsAt },
  amount: decimalFromMinor(item.valueMinor, item.currency),
  remaining_amount: decimalFromMinor(item.remainingMinor, item.currency),
  currency: item.currency,
  issued_at: toTimestamp(item.createdAtMs),
  valid_until: toTimestamp(item.validUntilMs),
  sender: item.sender,
  sender_company: item.senderCompany,
  receiver: item.receiver,
  greeting: item.greeting,
  ticket: item.ticket,
});
