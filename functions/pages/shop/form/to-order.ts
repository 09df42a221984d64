import { VALUE_PRODUCT_ID } from '../../../domain/catalog/products/ids.ts';
import type { ListedProduct } from '../../../domain/catalog/listing/browse.ts';
import { METHODS, type DeliveryMethod } from '../../../domain/catalog/delivery/rules.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { momentAt } from '../../../platform/zones.ts';
import { htmlLanguage } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { typedAmount } from '../../kit/amount.ts';
import { consentOf } from './consent.ts';
import { lineField } from '../../../domain/checkout/pricing/lines.ts';
import { takenLines, type FormLine } from './lines.ts';
import { deliveryMethodsFor } from './methods.ts';
import { pickupPointOf } from './pickup.ts';
import type { FormValues } from '../../kit/form-values.ts';

/** The order of a form as input of the API, and how its faults are assigned to fields. */
export interface FormOrder {
  input: Record<string, unknown>;
  /** The form line of each order line. */
  lines: readonly FormLine[];
}

const wholeNumber = (text: string): unknown => (/^\d{1,6}$/.test(text) ? Number(text) : text);
const optional = (text: string): string | undefined => (text === '' ? undefined : text);

/** Returns the object without undefined members, or undefined if none is left. */
const withoutEmpty = (members: Record<string, unknown>): Record<string, unknown> | undefined => {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
};

/**
 * Converts a form to an order. Fields that do not apply to the selection are ignored. Missing and invalid values are
 * passed on, so that only the rules of orders check them.
 */
export const toOrder = (
  visit: Visit,
  typed: FormValues,
  form: { lines: readonly FormLine[]; products: ReadonlyMap<string, ListedProduct>; returnUrl: string | undefined },
): FormOrder => {
  const lines = takenLines(typed, form.lines);
  const first = form.products.get(lines[0]?.productId ?? '');
  const isForMe = typed.get('to') === 'me';
  const method = chosenMethod(visit, typed, first, isForMe);
  const company = buyingCompany(typed);
  const input = withoutEmpty({
    items: lines.map((line) => itemOf(visit, typed, line)),
    sender: { name: typed.get('sender.name'), email: typed.get('sender.email'), ...(company ? { company } : {}) },
    recipient: isForMe ? undefined : recipientOf(typed, method),
    client_reference: optional(typed.get('client_reference')),
    locale: htmlLanguage(visit.language),
    return_url: form.returnUrl,
    greeting: greetingOf(visit, typed),
    delivery: deliveryOf(visit, typed, method),
    marketing_consent: consentOf(visit, typed),
    discount_code: visit.shop.settings.discountCodes ? optional(typed.get('discount_code')) : undefined,
  });
  return { input: input ?? {}, lines };
};

/** The part of an order that a quote needs. */
export const toQuote = ({ input }: FormOrder): Record<string, unknown> => {
  const { items, delivery, discount_code: code } = input;
  return withoutEmpty({ items, delivery, discount_code: code }) ?? {};
};

const itemOf = (visit: Visit, typed: FormValues, { index, productId, optionId }: FormLine): Record<string, unknown> => {
  const text = (member: string): string => typed.get(lineField(index, member));
  const quantity = wholeNumber(text('quantity'));
  if (productId === VALUE_PRODUCT_ID) {
    const amount = typedAmount(text('amount'), visit.shop.company.currency, visit.t.tag) ?? text('amount');
    return { product_id: productId, amount, quantity };
  }
  const address = ticketAddress(text);
  const ticket = withoutEmpty({
    code: optional(text('ticket.code')),
    comment: optional(text('ticket.comment')),
    // One of the collection points is always selected, but an address means that the buyer does not collect.
    collection_point_id:
      address && text('ticket.takes') === 'either' ? undefined : optional(text('ticket.collection_point_id')),
    address,
  });
  const option = optionId === '' ? {} : { product_option_id: optionId };
  return { product_id: productId, ...option, quantity, ...(ticket ? { ticket } : {}) };
};

/** The whole address if any part is filled in, so that missing parts are reported. */
const ticketAddress = (text: (member: string) => string): Record<string, unknown> | undefined => {
  const members = ['name', 'street', 'city'] as const;
  const isGiven = members.some((member) => text(`ticket.address.${member}`) !== '');
  if (!isGiven) return undefined;
  return Object.fromEntries(members.map((member) => [member, text(`ticket.address.${member}`)]));
};

/** Whether the form has a delivery method that the page no longer offers. */
export const isMethodGone = (visit: Visit, typed: FormValues, product: ListedProduct | undefined): boolean => {
  const method = chosenMethod(visit, typed, product, typed.get('to') === 'me');
  return METHODS.some((known) => known === method) && !visit.shop.settings.methods.some((shown) => shown === method);
};

/** The delivery method in the form. With `isForMe`, the buyer is the recipient. */
const chosenMethod = (
  visit: Visit,
  typed: FormValues,
  product: ListedProduct | undefined,
  isForMe: boolean,
): DeliveryMethod | undefined => {
  const offered = deliveryMethodsFor(visit, product);
  const chosen = typed.get('delivery.method') as DeliveryMethod | '';
  if (chosen === '') return undefined;
  return isForMe && chosen === 'recipient_email' && offered.includes('sender_email') ? 'sender_email' : chosen;
};

/** The recipient of a gift needs a name, and an email address if the card is sent to the recipient. */
const recipientOf = (typed: FormValues, method: DeliveryMethod | undefined): Record<string, unknown> => {
  const email = typed.get('recipient.email');
  return {
    name: typed.get('recipient.name'),
    ...(email !== '' || method === 'recipient_email' ? { email } : {}),
  };
};

const ADDRESS = ['street', 'postcode', 'city', 'country'] as const;

const buyingCompany = (typed: FormValues): Record<string, unknown> | undefined => {
  if (typed.get('company') === '') return undefined;
  const address = ADDRESS.filter((member) => member !== 'country').some(
    (each) => typed.get(`sender.company.${each}`) !== '',
  );
  return {
    name: typed.get('sender.company.name'),
    vat_number: typed.get('sender.company.vat_number'),
    ...(address
      ? withoutEmpty(Object.fromEntries(ADDRESS.map((each) => [each, optional(typed.get(`sender.company.${each}`))])))
      : {}),
  };
};

const greetingOf = (visit: Visit, typed: FormValues): Record<string, unknown> | undefined => {
  const { greeting, ownPicture } = visit.shop.settings;
  if (!greeting) return undefined;
  const picture = typed.get('picture');
  const upload =
    ownPicture && picture === 'upload' ? { source: 'upload', upload_id: typed.get('upload_id') } : undefined;
  const design = picture.startsWith('gid_') ? { source: 'design', design_id: picture } : undefined;
  return withoutEmpty({ message: optional(typed.get('greeting.message')), image: upload ?? design });
};

const DEFAULT_TIME = '09:00';

const sendAt = (visit: Visit, typed: FormValues): string | undefined => {
  if (typed.get('when') !== 'day') return undefined;
  const [date, time] = [typed.get('send_on'), typed.get('send_time') || DEFAULT_TIME];
  const moment = momentAt(date, time, visit.shop.company.time_zone);
  return moment === undefined ? `${date} ${time}` : toTimestamp(moment);
};

const deliveryOf = (
  visit: Visit,
  typed: FormValues,
  method: DeliveryMethod | undefined,
): Record<string, unknown> | undefined => {
  if (method !== 'postal') return withoutEmpty({ method, send_at: sendAt(visit, typed) });
  const isCollected = typed.get('shape') === 'collection';
  return withoutEmpty({
    method,
    // Passes an empty point on, so that it is rejected. Without this member, the parcel would be sent to the address.
    pickup_point_id: isCollected ? pickupPointOf(typed) : undefined,
    shipping_priority: optional(typed.get('delivery.shipping_priority')),
    address: postalAddress(typed),
  });
};

const postalAddress = (typed: FormValues): Record<string, unknown> | undefined => {
  const text = (member: string): string | undefined => optional(typed.get(`delivery.address.${member}`));
  const isForCompany = typed.get('shape') === 'company';
  const receiver = typed.get('to') === 'me' ? typed.get('sender.name') : typed.get('recipient.name');
  return withoutEmpty({
    kind: isForCompany ? 'company' : 'private',
    name: text('name') ?? optional(receiver),
    company_name: isForCompany ? text('company_name') : undefined,
    street: text('street'),
    postcode: text('postcode'),
    city: text('city'),
    country: text('country'),
    email: text('email'),
    phone: text('phone'),
  });
};
