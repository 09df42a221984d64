import type { DocumentBrand, DocumentInput, DocumentItem, LabelledText } from '../../../adapters/pdf/document.ts';
import { brandOf } from '../../company/brand/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { termsOfFamily } from '../../company/companies/terms.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import type { Family } from '../../catalog/products/ids.ts';
import { formatAmount, formatDay, formatEventTime, inOneLine, plainText } from './format.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import type { BrandPictures, DocumentedItem, DocumentSources, Language } from './schema.ts';
import { formatTag, documentLanguage, documentTextsIn, type DocumentTexts } from './texts.ts';
import { nameUnlessErased } from '../../../platform/erased-email.ts';
import { venueAddress } from '../../catalog/products/venue-address.ts';

/** Maximum length of terms, which are printed small on one page. A longer text ends with the URL of the full text. */
const TERMS_MAX_CHARACTERS = 900;

/** The document of one line, with a page for each item (lib/reference/orders.md#documents). */
export const lineDocument = (
  order: OrderRow,
  line: OrderLine,
  items: readonly DocumentedItem[],
  company: CompanyRow,
  sources: DocumentSources,
): DocumentInput => {
  const language = documentLanguage(order.locale, company.language);
  const tag = formatTag(order.locale, language);
  const texts = documentTextsIn(language);
  const isTicket = line.family === 'event_ticket';
  const [sender, recipient] = [nameUnlessErased(order.sender), order.recipient && nameUnlessErased(order.recipient)];
  return {
    language,
    kind: line.family,
    brand: documentBrand(company, sources.brandPictures),
    badge: texts.badge[line.family],
    title: line.name,
    ...(line.optionName ? { subtitle: line.optionName } : {}),
    facts: [
      ...(line.event ? eventFacts(line.event, company, tag, texts) : []),
      ...(isTicket ? ticketFacts(line, texts) : []),
    ],
    ...(sender ? { from: { label: texts.from, text: sender } } : {}),
    ...(recipient ? { to: { label: texts.to, text: recipient } } : {}),
    ...(order.greeting?.message ? { message: order.greeting.message } : {}),
    ...(sources.picture ? { picture: sources.picture } : {}),
    ...(sources.productPicture ? { productPicture: sources.productPicture } : {}),
    codeLabel: texts.code,
    scanHint: isTicket ? texts.scanHint.ticket : texts.scanHint.card,
    reference: { label: texts.orderNumber, text: order.reference },
    ...contactOf(company, texts),
    ...termsOf(company, { texts, language, family: line.family }, sources.formalities),
    fields: {
      currency: order.amounts.currency,
      ...(line.event ? eventFields(line.event, company, tag) : {}),
      ...(isTicket ? ticketFields(line, texts) : {}),
    },
    items: items.map((item, at) =>
      documentItem(item, order.amounts.currency, {
        company,
        tag,
        texts,
        sources,
        family: line.family,
        number: numberOf(item, { at, first: itemsBefore(order, line), of: line.itemCount }, texts),
      }),
    ),
  };
};

const itemsBefore = (order: OrderRow, line: OrderLine): number =>
  order.lines.slice(0, order.lines.indexOf(line)).reduce((sum, { itemCount }) => sum + itemCount, 0);

const FAMILY_OF_TYPE: Record<ItemRow['itemType'], Family> = {
  GIFTCARD: 'gift_card',
  'GIFT CARD WITH ADDED VALUE': 'gift_card',
  'DISCOUNTED GC': 'gift_card',
  'GIFTCARD VARIATION': 'gift_card_variant',
  TICKET: 'event_ticket',
  SPECIALOFFER: 'special_offer',
  BENEFITDEAL: 'special_offer',
};

export const familyOfItem = ({ itemType }: Pick<ItemRow, 'itemType'>): Family => FAMILY_OF_TYPE[itemType];

/**
 * The document of items without a headless order: issued directly or from a campaign. All items belong to one order.
 */
export const documentWithoutOrder = (
  items: readonly [ItemRow, ...ItemRow[]],
  company: CompanyRow,
  sources: DocumentSources,
): DocumentInput => {
  const [first] = items;
  const language = documentLanguage(first.language, company.language);
  const tag = formatTag(first.language, language);
  const texts = documentTextsIn(language);
  const family = FAMILY_OF_TYPE[first.itemType];
  const isTicket = family === 'event_ticket';
  return {
    language,
    kind: family,
    brand: documentBrand(company, sources.brandPictures),
    badge: texts.badge[family],
    title: first.title,
    ...(first.variant ? { subtitle: first.variant } : {}),
    facts: first.pieces > 1 ? [{ label: texts.seats, text: texts.admits(first.pieces) }] : [],
    ...(first.sender.name ? { from: { label: texts.from, text: first.sender.name } } : {}),
    ...(first.receiver.name ? { to: { label: texts.to, text: first.receiver.name } } : {}),
    ...(first.greeting ? { message: first.greeting } : {}),
    ...(sources.picture ? { picture: sources.picture } : {}),
    codeLabel: texts.code,
    scanHint: isTicket ? texts.scanHint.ticket : texts.scanHint.card,
    ...contactOf(company, texts),
    ...termsOf(company, { texts, language, family }),
    fields: {
      currency: first.currency,
      ...(isTicket
        ? { seats: texts.admits(first.pieces), ...(first.variant ? { ticket_title: first.variant } : {}) }
        : {}),
    },
    items: items.map((item, at) =>
      documentItem(item, first.currency, {
        company,
        tag,
        texts,
        sources,
        family,
        number: numberOf(item, { at, first: 0, of: first.orderItems }, texts),
      }),
    ),
  };
};

/** The brand of a company for documents. */
export const documentBrand = (company: CompanyRow, pictures: BrandPictures = {}): DocumentBrand => {
  const { displayName, tagline, colors, heading, body } = brandOf(company);
  const { primary, onPrimary, secondary, background, text, accent } = colors;
  return {
    name: displayName,
    ...(tagline ? { tagline } : {}),
    colors: { primary, onPrimary, secondary, background, text, accent },
    fonts: { heading: heading.id, body: body.id },
    ...pictures,
  };
};

interface ItemContext {
  company: CompanyRow;
  /** Locale tag for dates and amounts. */
  tag: string;
  texts: DocumentTexts;
  sources: DocumentSources;
  family: Family;
  number: string | undefined;
}

/** Number of an item within its line or order. `first`: sequence of the first item. */
const numberOf = (
  { sequence }: DocumentedItem,
  { at, first, of }: { at: number; first: number; of: number },
  texts: DocumentTexts,
): string | undefined => (of > 1 ? texts.number((sequence === undefined ? at : sequence - first) + 1, of) : undefined);

const documentItem = (item: DocumentedItem, currency: string, context: ItemContext): DocumentItem => {
  const { company, tag, texts, sources, family, number } = context;
  const isTicket = family === 'event_ticket';
  const hidesPrice = company.hide_prices?.includes(family) ?? false;
  const showsAmount = !hidesPrice && !(isTicket && item.valueMinor === 0);
  return {
    code: item.code,
    claimUrl: sources.claimUrlOf({ company: company.slug, code: item.code }),
    ...(showsAmount ? { amount: formatAmount(item.valueMinor, currency, tag) } : {}),
    ...(isTicket
      ? {}
      : { validity: { label: texts.validUntil, text: formatDay(item.validUntilMs, company.time_zone, tag) } }),
    ...(number === undefined ? {} : { number }),
  };
};

const placeOf = ({ venue }: NonNullable<OrderLine['event']>): string[] =>
  venue ? [venue.name, inOneLine(venueAddress(venue), ', ')].filter(Boolean) : [];

const eventFacts = (
  event: NonNullable<OrderLine['event']>,
  company: CompanyRow,
  language: string,
  texts: DocumentTexts,
): LabelledText[] => {
  const place = placeOf(event);
  return [
    { label: texts.when, text: formatEventTime(event, company.time_zone, language) },
    ...(place.length > 0 ? [{ label: texts.where, text: place.join('\n') }] : []),
  ];
};

const ticketFacts = (line: OrderLine, texts: DocumentTexts): LabelledText[] => {
  const ticket = line.ticket ?? {};
  const point = ticket.collectionPoint;
  const address = ticket.address;
  return [
    { label: texts.seats, text: texts.admits(line.piecesPerItem) },
    ...(ticket.code ? [{ label: texts.reference, text: ticket.code }] : []),
    ...(ticket.comment ? [{ label: texts.comment, text: ticket.comment }] : []),
    ...(point ? [{ label: texts.collectAt, text: inOneLine([point.name, point.address, point.city], ', ') }] : []),
    ...(address ? [{ label: texts.address, text: inOneLine([address.name, address.street, address.city], ', ') }] : []),
  ];
};

/** Facts of an event for the fields of a template. */
const eventFields = (
  event: NonNullable<OrderLine['event']>,
  company: CompanyRow,
  tag: string,
): Record<string, string> => ({
  event_starts_at: formatEventTime(event, company.time_zone, tag),
  event_venue: placeOf(event).join('\n'),
});

const ticketFields = (line: OrderLine, texts: DocumentTexts): Record<string, string> => {
  const { comment, collectionPoint: point } = line.ticket ?? {};
  return {
    seats: texts.admits(line.piecesPerItem),
    ...(comment ? { comment } : {}),
    ...(point ? { collection_point: inOneLine([point.name, point.address, point.city], ', ') } : {}),
  };
};

/** Place of redemption, and contact details of the shop. */
const contactOf = (company: CompanyRow, texts: DocumentTexts): { contact?: LabelledText } => {
  const text = inOneLine(contactParts(company), '   ·   ');
  return text ? { contact: { label: texts.redeemAt, text } } : {};
};

/** The known contact details of a shop. */
export const contactParts = ({ contact, address }: CompanyRow): string[] => {
  const place = contact?.redeem_at ?? addressLine(address);
  const web = contact?.web?.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return [place.trim(), contact?.phone, contact?.email, web].flatMap((part) => part || []);
};

/** A company's address in one line; empty if unknown. */
export const addressLine = (address: CompanyRow['address']): string =>
  address ? inOneLine([address.street, `${address.postcode} ${address.city}`.trim()], ', ') : '';

/** The full terms of a product family as plain text; empty if there are none. */
export const termsTextOf = (company: CompanyRow, family: Family, language: Language): string =>
  plainText(termsOfFamily(company, family, language)?.html ?? '');

interface TermsContext {
  texts: DocumentTexts;
  language: Language;
  family: Family;
}

/** Small print: the product's formalities, the terms of its family, and the URL of the full text. */
const termsOf = (
  company: CompanyRow,
  { texts, language, family }: TermsContext,
  formalities?: string,
): Pick<DocumentInput, 'terms'> => {
  const paragraphs = [formalities ? plainText(formalities) : '', termsTextOf(company, family, language)];
  const text = [...paragraphs.filter(Boolean).join('\n')];
  const short = text.length > TERMS_MAX_CHARACTERS ? [...text.slice(0, TERMS_MAX_CHARACTERS), ' …'] : text;
  const address = company.terms?.url;
  if (text.length === 0) return address ? { terms: { label: texts.terms, text: address } } : {};
  return { terms: { label: texts.terms, text: short.join(''), ...(address ? { address } : {}) } };
};
