import { ownMember } from '../../../platform/own-member.ts';
import { foldEmail } from '../../../platform/email-address.ts';
import type { ItemOrderRow } from '../../value/items/issuance/item-orders.ts';
import type { ItemFacts, ItemRow, Person } from '../../value/items/rows.ts';
import { withRedraw } from '../../checkout/orders/move-rules.ts';
import { orderIndexes, type OrderRow } from '../../checkout/orders/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import type { ShipmentRow } from '../../fulfillment/shipments/rows.ts';
import { ERASED_EMAIL } from '../../../platform/erased-email.ts';
import { withoutAddress } from './mentions.ts';

/** Replaces an erased name where a value is required. */
const ERASED_NAME = 'Erased';

/**
 * Whether an email address is that of the person. Email addresses are compared case-insensitively, with the domain in
 * punycode.
 */
export const isSameAddress = (address: string | null | undefined, email: string): boolean =>
  typeof address === 'string' && foldEmail(address) === foldEmail(email);

/** Whether a person is buyer, recipient, original recipient or postal recipient of an order. */
export const isPartyOfOrder = ({ sender, recipient, delivery, deliveryAsOrdered }: OrderRow, email: string): boolean =>
  [sender.email, recipient?.email, delivery.address?.email, deliveryAsOrdered?.recipient?.email].some((address) =>
    isSameAddress(address, email),
  );

/** Whether a person bought or receives an item. */
export const isPartyOfItem = ({ sender, receiver }: Pick<ItemFacts, 'sender' | 'receiver'>, email: string): boolean =>
  isSameAddress(sender.email, email) || isSameAddress(receiver.email, email);

/** Whether an order still needs its personal data, because it waits for payment or delivery. */
export const isUnderWay = ({ status }: OrderRow): boolean => status === 'pending_payment' || status === 'paid';

const ERASED_PERSON = { name: ERASED_NAME, email: ERASED_EMAIL };

/** The line without the buyer's texts on a ticket. The collection point is kept. */
const erasedLine = ({ ticket, ...line }: OrderLine): OrderLine =>
  ticket?.collectionPoint ? { ...line, ticket: { collectionPoint: ticket.collectionPoint } } : line;

const erasedRecipient = (recipient: OrderRow['recipient'], email: string): OrderRow['recipient'] =>
  recipient && isSameAddress(recipient.email, email) ? ERASED_PERSON : recipient;

type OriginalDelivery = NonNullable<OrderRow['deliveryAsOrdered']>;

const erasedAsOrdered = ({ delivery, recipient }: OriginalDelivery, email: string): OriginalDelivery => ({
  delivery,
  recipient: erasedRecipient(recipient, email),
});

/**
 * The order without the person. Data that both parties share is removed with either of them: greeting, picture, postal
 * address and texts on tickets. Amounts, lines, payment and the seed of its codes are kept. Its documents, which
 * contain the person, are rendered again.
 */
export const erasedOrder = (order: OrderRow, email: string, atMs: number): OrderRow => {
  const isBuyer = isSameAddress(order.sender.email, email);
  const { address: _address, ...delivery } = order.delivery;
  const next: OrderRow = {
    ...order,
    version: order.version + 1,
    sender: isBuyer ? ERASED_PERSON : order.sender,
    recipient: erasedRecipient(order.recipient, email),
    greeting: null,
    delivery,
    ...(order.deliveryAsOrdered ? { deliveryAsOrdered: erasedAsOrdered(order.deliveryAsOrdered, email) } : {}),
    lines: order.lines.map(erasedLine),
    marketingConsent: isBuyer ? null : order.marketingConsent,
  };
  const lines = order.lines.map(({ id }) => id);
  return { ...withRedraw(next, lines, Math.max(atMs, (order.redraw?.atMs ?? 0) + 1)), ...orderIndexes(next) };
};

const NO_PERSON: Person = { name: null, email: null, phone: null };

type Personal = Pick<ItemFacts, 'sender' | 'senderCompany' | 'receiver' | 'greeting' | 'ticket'>;

/**
 * The personal members of an item, erased. A receiver known only from the buyer is erased too, and so is the telephone
 * number of the postal address.
 */
const erasedFacts = (facts: Personal, email: string): Personal => {
  const isBuyer = isSameAddress(facts.sender.email, email);
  const isReceiver = isSameAddress(facts.receiver.email, email) || (isBuyer && facts.receiver.email === null);
  return {
    sender: isBuyer ? NO_PERSON : facts.sender,
    senderCompany: isBuyer ? null : facts.senderCompany,
    receiver: isReceiver ? NO_PERSON : { ...facts.receiver, phone: null },
    greeting: null,
    ticket: facts.ticket && { comment: null, code: null },
  };
};

/** The item without the person. Value, state and ledger are unchanged. */
export const erasedItem = ({ hasPass: _forgotten, ...item }: ItemRow, email: string): ItemRow => ({
  ...item,
  ...erasedFacts(item, email),
  version: item.version + 1,
});

/** Item data of a directly issued order, without the person. */
export const erasedItemOrder = (order: ItemOrderRow, email: string): ItemOrderRow => ({
  ...order,
  facts: isPartyOfItem(order.facts, email) ? { ...order.facts, ...erasedFacts(order.facts, email) } : order.facts,
  deliverTo: isSameAddress(order.deliverTo, email) ? null : order.deliverTo,
});

/** The shipment without its address, which is not needed after the handover. */
export const erasedShipment = (shipment: ShipmentRow): ShipmentRow => {
  const { kind, country } = shipment.address;
  return { ...shipment, address: { kind, name: ERASED_NAME, street: '', postcode: '', city: '', country } };
};

/** Personal members of recorded replies (orders, and items of both versions of the API). */
const PERSONAL_MEMBERS: Record<string, unknown> = {
  sender: { ...ERASED_PERSON, company: null },
  recipient: ERASED_PERSON,
  greeting: { message: null, image: { source: 'none' } },
  address: null,
  marketing_consent: null,
  greetings_text: null,
  ...Object.fromEntries(
    ['name', 'email', 'phone', 'company_name', 'company_address', 'company_city', 'company_postcode'].map((member) => [
      `sender_${member}`,
      null,
    ]),
  ),
  ...Object.fromEntries(['name', 'email', 'phone'].map((member) => [`reciever_${member}`, null])),
};

/** A recorded reply without personal data; amounts are unchanged. */
export const erasedReply = (value: unknown, email: string): unknown => {
  if (typeof value === 'string') return withoutAddress(value, email, ERASED_EMAIL);
  if (Array.isArray(value)) return value.map((each) => erasedReply(each, email));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const erased = ownMember(PERSONAL_MEMBERS, name);
      return [name, erased !== undefined && each !== null ? erased : erasedReply(each, email)];
    }),
  );
};
