import { sending } from '../../../platform/messages/sending.ts';
import type { Message } from '../../../platform/messages/message.ts';
import { ordering } from '../../../platform/messages/ordering.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { OrderDelivery, PostalAddress, SendAt } from '../products/parties.ts';
import type { LineValidity } from '../products/line-shape.ts';
import { priorityIdOf, type Family } from '../products/ids.ts';
import type { Faults } from '../products/faults.ts';
import { foldEmail } from '../../../platform/email-address.ts';
import { isOverAt } from '../products/last-moment.ts';
import type { Delivery } from '../products/cart-schema.ts';
import {
  defaultPriority,
  findPublishedPriority,
  postageOf,
  type Postal,
  type Priority,
  type DestinationKind,
} from './postage.ts';
import { parseTimestamp, shownTimestamp } from '../../../platform/timestamps.ts';
import { addMonths } from '../../../platform/zones.ts';

export type DeliveryMethod = OrderDelivery['method'];

export const METHODS = ['recipient_email', 'sender_email', 'postal'] as const satisfies readonly DeliveryMethod[];

/** Buyer and recipient of an order; a quote has neither. */
export interface Parties {
  senderEmail: string;
  recipientEmail: string | undefined;
}

interface DeliveryInput {
  company: CompanyRow;
  /** Undefined when the lines do not determine it, because they are faulty. */
  family: Family | undefined;
  /** Cards in the parcel. */
  cards: number;
  delivery: Delivery | undefined;
  /**
   * Undefined for a quote. Only an order needs a complete address, and only an order has a default method without
   * `send_at`. By default, an order without a recipient is delivered to its buyer.
   */
  parties: Parties | undefined;
  /** Validities of the lines that have one. */
  validities: readonly LineValidity[];
  nowMs: number;
}

export interface ResolvedDelivery extends Omit<OrderDelivery, 'method'> {
  /** Null in a quote without `method` and `send_at`. */
  method: DeliveryMethod | null;
  /** Postage in the smallest currency unit, before discount; 0 for other methods. */
  postage: number;
}

export const SEND_AT_MONTHS_MAX = 24;

/** Events and offers are delivered by email only (lib/reference/delivery.md#methods). */
export const canBePosted = (family: Family): boolean => family === 'gift_card' || family === 'gift_card_variant';

/** Only email can be scheduled; parcels are sent once the order is paid (lib/reference/delivery.md#scheduling). */
export const hasSendAt = (method: DeliveryMethod): boolean => method !== 'postal';

/** Whether a company offers this delivery. */
export const isAvailable = (company: CompanyRow, method: DeliveryMethod): boolean =>
  method === 'postal' ? company.delivery.postal !== undefined : company.delivery[method].available;

/**
 * Method, delivery time, destination and postage (lib/reference/delivery.md#default-method). Faults are collected; the
 * result is valid only without faults.
 */
export const resolveDelivery = (input: DeliveryInput, faults: Faults): ResolvedDelivery => {
  const sent = input.delivery ?? {};
  const method = chooseMethod(input, faults);
  const sendAt = resolveSendAt(input, method, faults);
  const base = { method, sendAt: sendAt?.text ?? null, ...(sendAt ? { sendAtMs: sendAt.ms } : {}) };
  const postal = input.company.delivery.postal;
  if (method !== 'postal') {
    refusePostalMembers(sent, faults);
    return { ...base, postage: 0 };
  }
  if (!postal || (input.family && !canBePosted(input.family))) return { ...base, postage: 0 };
  return {
    ...base,
    ...resolvePostal({ postal, sent, cards: input.cards, order: input.parties !== undefined }, faults),
  };
};

const chooseMethod = (input: DeliveryInput, faults: Faults): DeliveryMethod | null => {
  const { company, delivery, family } = input;
  const method = delivery?.method ?? omittedMethod(input);
  if (method === null) return null;
  if (method === 'postal' && family && !canBePosted(family)) {
    const what = family === 'event_ticket' ? 'Event tickets' : 'Special offers';
    faults.add('delivery.method', ordering('method_not_for_family', { family: what }), 'delivery_method_unavailable');
  } else if (!isAvailable(company, method)) {
    faults.add('delivery.method', ordering('method_not_offered', { method }), 'delivery_method_unavailable');
  }
  return method;
};

/**
 * The default delivery method. With `send_at`, email to the recipient. Without it, null for a quote. For an order,
 * email to the recipient if the recipient's address differs from the buyer's, otherwise email to the buyer, or the
 * other of these two methods if the company offers only that one.
 */
const omittedMethod = ({ company, delivery, parties }: DeliveryInput): DeliveryMethod | null => {
  if (delivery?.send_at !== undefined) return 'recipient_email';
  if (!parties) return null;
  const { senderEmail, recipientEmail } = parties;
  const hasOwn = recipientEmail !== undefined && foldEmail(recipientEmail) !== foldEmail(senderEmail);
  const [first, second]: [DeliveryMethod, DeliveryMethod] = hasOwn
    ? ['recipient_email', 'sender_email']
    : ['sender_email', 'recipient_email'];
  return !isAvailable(company, first) && isAvailable(company, second) ? second : first;
};

const resolveSendAt = (input: DeliveryInput, method: DeliveryMethod | null, faults: Faults): SendAt | undefined => {
  const text = input.delivery?.send_at;
  if (text === undefined) return undefined;
  const field = 'delivery.send_at';
  if (method !== null && !hasSendAt(method)) {
    faults.add(field, ordering('send_at_with_post'), 'send_at_unsupported');
    return undefined;
  }
  return sendAtIn(field, text, { ...input, zone: input.company.time_zone }, faults);
};

/** Data for checking a delivery time. */
interface SendingTerms extends Pick<DeliveryInput, 'validities' | 'nowMs'> {
  /** Time zone of the company. */
  zone: string;
}

/** The delivery time in a field; undefined if the text is not a timestamp. Faults are collected. */
export const sendAtIn = (
  field: string,
  text: string,
  { validities, zone, nowMs }: SendingTerms,
  faults: Faults,
): SendAt | undefined => {
  const moment = parseTimestamp(text);
  if (moment === undefined) {
    faults.add(field, sending('send_at_malformed'));
    return undefined;
  }
  if (moment <= nowMs) {
    faults.add(field, sending('send_at_passed'));
  } else if (moment > addMonths(nowMs, SEND_AT_MONTHS_MAX)) {
    faults.add(field, sending('send_at_too_late', { months: SEND_AT_MONTHS_MAX }));
  } else if (validities.some((validity) => isPast(validity, zone, moment))) {
    faults.add(field, sending('send_at_after_event'));
  }
  return { text: shownTimestamp(text, moment), ms: moment };
};

const isPast = (validity: LineValidity, zone: string, moment: number): boolean =>
  validity.type === 'fixed_date' && isOverAt(validity.until, zone, moment);

const refusePostalMembers = (sent: Delivery, faults: Faults): void => {
  for (const member of ['address', 'pickup_point_id'] as const) {
    if (sent[member] !== undefined) faults.add(`delivery.${member}`, ordering('post_only'));
  }
  if (sent.shipping_priority !== undefined) {
    faults.add('delivery.shipping_priority', ordering('priority_without_post'), 'shipping_priority_unsupported');
  }
};

interface PostalInput {
  postal: Postal;
  sent: Delivery;
  cards: number;
  order: boolean;
}

type PostalPart = Pick<ResolvedDelivery, 'address' | 'pickupPointId' | 'shippingPriority' | 'postage'>;

const resolvePostal = ({ postal, sent, cards, order }: PostalInput, faults: Faults): PostalPart => {
  if (order) checkAddress(postal, sent.address, faults);
  const destinationPrice = resolveDestination(postal, sent, faults);
  const priority = resolvePriority(postal, sent.shipping_priority, faults);
  return {
    ...(sent.address ? { address: { kind: 'private', ...sent.address } as PostalAddress } : {}),
    ...(sent.pickup_point_id === undefined ? {} : { pickupPointId: sent.pickup_point_id }),
    shippingPriority: priority ? priorityIdOf(priority.id) : null,
    postage: postageOf({ postal, destinationPrice, priority, cards }),
  };
};

const ADDRESS_MEMBERS = ['name', 'street', 'postcode', 'city'] as const;

/**
 * Checks the members of an address that only an order requires. The country is checked elsewhere, because quotes
 * require it, too.
 */
const checkAddress = (postal: Postal, address: Delivery['address'], faults: Faults): void => {
  if (!address) return;
  const missing = (member: string, why: Message): void => faults.add(`delivery.address.${member}`, why);
  for (const member of ADDRESS_MEMBERS) {
    if (address[member] === undefined) missing(member, ordering('post_member_missing'));
  }
  if (address.kind === 'company' && address.company_name === undefined) {
    missing('company_name', ordering('post_company_name_missing'));
  }
  if (postal.phone_required && address.phone === undefined) {
    missing('phone', ordering('post_phone_missing'));
  }
};

const SHAPE_NAMES: Record<DestinationKind, string> = {
  private: 'private addresses',
  company: 'companies',
  collection: 'pickup points',
};

const shapeOf = (sent: Delivery): DestinationKind =>
  sent.pickup_point_id === undefined ? (sent.address?.kind ?? 'private') : 'collection';

/** The price of the destination. Adds a fault and returns 0 if there is none. */
const resolveDestination = (postal: Postal, sent: Delivery, faults: Faults): number => {
  if (!sent.address) {
    faults.add('delivery.address', ordering('post_address_missing'));
    return 0;
  }
  const { country } = sent.address;
  if (country === undefined) {
    faults.add('delivery.address.country', ordering('post_country_missing'));
    return 0;
  }
  const shape = shapeOf(sent);
  const price = postal.destinations.find((destination) => destination.country === country)?.[shape];
  if (price === undefined) {
    const message = ordering('destination_not_offered', { shape: SHAPE_NAMES[shape], country });
    faults.add('delivery.address.country', message, 'delivery_destination_unavailable');
  }
  return price ?? 0;
};

const resolvePriority = (postal: Postal, requested: string | undefined, faults: Faults): Priority | undefined => {
  if (requested === undefined) return defaultPriority(postal);
  const field = 'delivery.shipping_priority';
  if (postal.carrier === 'courier') {
    faults.add(field, ordering('priority_with_courier'), 'shipping_priority_unsupported');
    return undefined;
  }
  const priority = findPublishedPriority(postal, requested);
  if (!priority) {
    faults.add(field, ordering('priority_not_offered'), 'shipping_priority_unavailable');
  }
  return priority ?? defaultPriority(postal);
};
