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

/**
 * Maximum length of terms, which are printed small on one page. A longer text is truncated. The URL of the full text,
 * if known, always follows.
 */
const TERMS_MAX_CHARACTERS = 900;

/** What a document shows, apart from the brand and the details of the company. */
interface Content {
  company: CompanyRow;
  sources: DocumentSources;
  /** Language of the recipient, if known. */
  locale: string | null;
  family: Family;
  currency: string;
  title: string;
  subtitle: string | null | undefined;
  sender: string | null;
  recipient: string | null;
  message: string | null | undefined;
  /** For the line or the order: the sequence of the first item, and the number of items. */
  numbering: { first: number; of: number };
  /** Texts in the language of the document. */
  details: (texts: DocumentTexts, tag: string) => Pick<DocumentInput, 'facts' | 'reference' | 'fields'>;
}

/** The document of one line, with a page for each item (lib/reference/orders.md#documents). */
export const lineDocument = (
  order: OrderRow,
  line: OrderLine,
  items: readonly DocumentedItem[],
  company: CompanyRow,
  sources: DocumentSources,
): DocumentInput => {
  const { event } = line;
  const isTicket = line.family === 'event_ticket';
  return documentOf(items, {
    company,
    sources,
    locale: order.locale,
    family: line.family,
    currency: order.amounts.currency,
    title: line.name,
    subtitle: line.optionName,
    sender: nameUnlessErased(order.sender),
    recipient: order.recipient && nameUnlessErased(order.recipient),
    message: order.greeting?.message,
    numbering: { first: itemsBefore(order, line), of: line.itemCount },
    details: (texts, tag) => ({
      reference: { label: texts.orderNumber, text: order.reference },
      facts: [...(event ? eventFacts(event, company, tag, texts) : []), ...(isTicket ? ticketFacts(line, texts) : [])],
      fields: { ...(event ? eventFields(event, company, tag) : {}), ...(isTicket ? ticketFields(line, texts) : {}) },
    }),
  });
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
  const [{ pieces, variant, ...first }] = items;
  const family = familyOfItem(first);
  return documentOf(items, {
    company,
    sources,
    locale: first.language,
    family,
    currency: first.currency,
    title: first.title,
    subtitle: variant,
    sender: first.sender.name,
    recipient: first.receiver.name,
    message: first.greeting,
    numbering: { first: 0, of: first.orderItems },
    details: (texts) => ({
      facts: pieces > 1 ? [{ label: texts.seats, text: texts.admits(pieces) }] : [],
      fields:
        family === 'event_ticket' ? { seats: texts.admits(pieces), ...(variant ? { ticket_title: variant } : {}) } : {},
    }),
  });
};

const documentOf = (items: readonly DocumentedItem[], content: Content): DocumentInput => {
  const { company, sources, locale, family, currency, title, subtitle, sender, recipient, message } = content;
  const language = documentLanguage(locale, company.language);
  const tag = formatTag(locale, language);
  const texts = documentTextsIn(language);
  const { fields, ...details } = content.details(texts, tag);
  return {
    language,
    kind: family,
    brand: documentBrand(company, sources.brandPictures),
    badge: texts.badge[family],
    title,
    ...(subtitle ? { subtitle } : {}),
    ...details,
    ...(sender ? { from: { label: texts.from, text: sender } } : {}),
    ...(recipient ? { to: { label: texts.to, text: recipient } } : {}),
    ...(message ? { message } : {}),
    ...(sources.picture ? { picture: sources.picture } : {}),
    ...(sources.productPicture ? { productPicture: sources.productPicture } : {}),
    codeLabel: texts.code,
    scanHint: family === 'event_ticket' ? texts.scanHint.ticket : texts.scanHint.card,
    ...contactOf(company, texts),
    ...termsOf(company, { texts, language, family }, sources.formalities),
    fields: { currency, ...fields },
    items: items.map((item, at) => documentItem(item, at, content, { texts, tag })),
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

const documentItem = (
  item: DocumentedItem,
  at: number,
  { company, sources, family, currency, numbering: { first, of } }: Content,
  { texts, tag }: { texts: DocumentTexts; tag: string },
): DocumentItem => {
  const isTicket = family === 'event_ticket';
  const hidesPrice = company.hide_prices?.includes(family) ?? false;
  const showsAmount = !hidesPrice && !(isTicket && item.valueMinor === 0);
  const number = (item.sequence === undefined ? at : item.sequence - first) + 1;
  return {
    code: item.code,
    claimUrl: sources.claimUrlOf({ company: company.slug, code: item.code }),
    ...(showsAmount ? { amount: formatAmount(item.valueMinor, currency, tag) } : {}),
    ...(isTicket
      ? {}
      : { validity: { label: texts.validUntil, text: formatDay(item.validUntilMs, company.time_zone, tag) } }),
    ...(of > 1 ? { number: texts.number(number, of) } : {}),
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
