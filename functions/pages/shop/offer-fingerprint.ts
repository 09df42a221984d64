import { designWith } from '../../domain/catalog/products/ids.ts';
import { termsOfFamily } from '../../domain/company/companies/terms.ts';
import { formatAmount, formatEventTime } from '../../domain/fulfillment/documents/format.ts';
import { ownLanguage } from '../../domain/storefront/order-page/languages.ts';
import type { OrderGreeting, OrderRow } from '../../domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../domain/catalog/products/line-shape.ts';
import type { PageLanguage } from '../../platform/page-languages.ts';
import { shortHash } from '../../platform/short-hash.ts';
import type { FormValues } from '../kit/form-values.ts';
import type { Visit } from './visit.ts';
import { venueAddress } from '../../domain/catalog/products/venue-address.ts';

/** Value of a gift card if it differs from the price, or of an offer if it is higher, in the smallest currency unit. */
export const differentValueOf = ({ family, amount, itemValue }: OrderLine): number | undefined =>
  (family === 'gift_card' && itemValue !== amount) || (family === 'special_offer' && itemValue > amount)
    ? itemValue
    : undefined;

/** Date and place of the event of a line. */
export const eventOf = ({ shop, t }: Visit, { event }: OrderLine): { when: string; where: string } | undefined =>
  event && {
    when: formatEventTime(event, shop.company.time_zone, t.tag),
    where: event.venue ? [event.venue.name, ...venueAddress(event.venue)].filter(Boolean).join(', ') : '',
  };

interface ShownTerms {
  text: { text: string; language: PageLanguage } | undefined;
  url: string | undefined;
}

/** The terms of the order page, otherwise those of the products, which all are of one family. */
export const shownTermsOf = ({ shop, own, language }: Visit, lines: readonly OrderLine[]): ShownTerms => {
  const pageTerms = own(shop.settings.terms);
  if (pageTerms) return { text: pageTerms, url: undefined };
  const { company } = shop;
  const terms = termsOfFamily(company, lines[0]?.family ?? 'gift_card', language);
  return {
    text: terms?.html ? { text: terms.html, language: ownLanguage(terms.language) } : undefined,
    url: company.terms?.url,
  };
};

/** Hashes values in a fixed order. Rows cannot be hashed, because DynamoDB returns members in any order. */
const hashOf = (what: unknown): string => shortHash(JSON.stringify(what));

/** Content of a summary, as hashes of the parts that can change separately. */
interface OfferHashes {
  price: string;
  sending: string;
  terms: string;
  lines: string[];
}

/** A picture is identified by its content, because the company may assign another design to the same id. */
const pictureOf = ({ shop }: Visit, image: OrderGreeting['image'] | undefined): unknown[] => [
  image?.source,
  image?.designUrl,
  image?.designId && designWith(shop.company, image.designId)?.name,
];

const promisedBy = (visit: Visit, { amounts, lines, delivery, greeting, discount }: OrderRow): OfferHashes => {
  const terms = shownTermsOf(visit, lines);
  return {
    price: hashOf([
      visit.shop.company.currency,
      amounts.currency,
      [amounts.subtotal, amounts.discount, amounts.fees, amounts.shipping, amounts.tax, amounts.total],
      amounts.included_vat.map(({ rate, base, vat }) => [rate, base, vat]),
      lines.map(({ amount, subtotal }) => [amount, subtotal]),
    ]),
    sending: hashOf([
      delivery.method,
      delivery.sendAtMs,
      greeting?.message,
      ...pictureOf(visit, greeting?.image),
      discount?.code,
    ]),
    terms: hashOf([terms.text?.text, terms.url]),
    lines: lines.map((line) => {
      const { name, address, city } = line.ticket?.collectionPoint ?? {};
      const months = line.validity.type === 'months' ? line.validity.months : undefined;
      return hashOf([
        [line.name, line.optionName, differentValueOf(line), months],
        eventOf(visit, line),
        [name, address, city],
      ]);
    }),
  };
};

/** Hidden fields that record what the summary shows. */
export const promiseFields = (visit: Visit, order: OrderRow): Record<string, string> => {
  const { price, sending, terms, lines } = promisedBy(visit, order);
  const { total, currency } = order.amounts;
  return { total: String(total), currency, promise: [price, sending, terms, ...lines].join('.') };
};

const seenPrice = (visit: Visit, typed: FormValues): { total: number; currency: string; text: string } => {
  const total = /^\d{1,12}$/.test(typed.get('total')) ? Number(typed.get('total')) : 0;
  const { currency: own } = visit.shop.company;
  const currency = /^[A-Z]{3}$/.test(typed.get('currency')) ? typed.get('currency') : own;
  return { total, currency, text: formatAmount(total, currency, visit.t.tag) };
};

/** What has changed in an order since its buyer saw it, as sentences. Empty if nothing has changed. */
export const orderChanges = (visit: Visit, typed: FormValues, order: OrderRow): string[] => {
  const { t } = visit;
  const shownPrice = seenPrice(visit, typed);
  const [price, sending, terms, ...lines] = typed.get('promise').split('.');
  const now = promisedBy(visit, order);
  const { total, currency } = order.amounts;
  const isOtherTotal = total !== shownPrice.total || currency !== shownPrice.currency;
  const changed = order.lines.filter((_, at) => now.lines[at] !== lines[at]);
  const names = changed.map(({ name, optionName }) => [name, optionName].filter(Boolean).join(', '));
  const isSeen = lines.length === now.lines.length;
  const isOther = now.sending !== sending || (now.price !== price && !isOtherTotal);
  return [
    ...(isOtherTotal ? [t.summary.priceChanged(shownPrice.text, formatAmount(total, currency, t.tag))] : []),
    ...(isSeen && changed.length > 0 ? [t.summary.linesChanged(names.join('; '))] : []),
    ...(isSeen && now.terms !== terms ? [t.summary.termsChanged] : []),
    ...((isOther || !isSeen) && !isOtherTotal ? [t.summary.otherChanged] : []),
  ];
};
