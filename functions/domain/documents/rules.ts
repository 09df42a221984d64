import type { DocumentBrand, DocumentInput, DocumentItem, LabelledText } from '../../adapters/pdf/document.ts';
import { brandOf } from '../brand/rules.ts';
import type { CompanyRow } from '../companies/rows.ts';
import type { Family, OrderLine, OrderRow } from '../orders/rows.ts';
import { formatAmount, formatDay, formatEventTime, plainText } from './format.ts';
import type { ItemRow } from '../items/rows.ts';
import type { DocumentedItem, DocumentSources } from './schema.ts';
import { languageFor, wordsIn, type Words } from './words.ts';

/** Terms are printed small on one page; a longer text ends with where the rest stands. */
const TERMS_MAX_CHARACTERS = 900;

/** The document of one line: a page for each of its items (service.md, Quotes and orders). */
export const lineDocument = (
  order: OrderRow,
  line: OrderLine,
  items: readonly DocumentedItem[],
  company: CompanyRow,
  sources: DocumentSources,
): DocumentInput => {
  const language = languageFor(order.locale, company.language);
  const words = wordsIn(language);
  const isTicket = line.family === 'event_ticket';
  const recipient = order.recipient?.name.trim();
  return {
    language,
    kind: line.family,
    brand: documentBrand(company),
    badge: words.badge[line.family],
    title: line.name,
    ...(line.optionName ? { subtitle: line.optionName } : {}),
    facts: [
      ...(line.event ? eventFacts(line.event, company, language, words) : []),
      ...(isTicket ? ticketFacts(line, words) : []),
    ],
    ...(order.sender.name.trim() ? { from: { label: words.from, text: order.sender.name.trim() } } : {}),
    ...(recipient ? { to: { label: words.to, text: recipient } } : {}),
    ...(order.greeting?.message ? { message: order.greeting.message } : {}),
    ...(sources.picture ? { picture: sources.picture } : {}),
    codeLabel: words.code,
    scanHint: isTicket ? words.scanHint.ticket : words.scanHint.card,
    ...termsOf(company, words, sources.formalities?.get(line.productId)),
    items: items.map((item) =>
      documentItem(item, order.amounts.currency, { company, language, words, sources, isTicket }),
    ),
  };
};

const FAMILY_OF_TYPE: Record<ItemRow['itemType'], Family> = {
  GIFTCARD: 'gift_card',
  'GIFT CARD WITH ADDED VALUE': 'gift_card',
  'DISCOUNTED GC': 'gift_card',
  'GIFTCARD VARIATION': 'gift_card_variant',
  TICKET: 'event_ticket',
  SPECIALOFFER: 'special_offer',
  BENEFITDEAL: 'special_offer',
};

/** The document of items without a headless order: directly issued, or from a campaign. All are of one order. */
export const looseDocument = (
  items: readonly [ItemRow, ...ItemRow[]],
  company: CompanyRow,
  sources: DocumentSources,
): DocumentInput => {
  const [first] = items;
  const language = languageFor(first.language, company.language);
  const words = wordsIn(language);
  const family = FAMILY_OF_TYPE[first.itemType];
  const isTicket = family === 'event_ticket';
  return {
    language,
    kind: family,
    brand: documentBrand(company),
    badge: words.badge[family],
    title: first.title,
    ...(first.variant ? { subtitle: first.variant } : {}),
    facts: first.pieces > 1 ? [{ label: words.seats, text: words.admits(first.pieces) }] : [],
    ...(first.sender.name ? { from: { label: words.from, text: first.sender.name } } : {}),
    ...(first.receiver.name ? { to: { label: words.to, text: first.receiver.name } } : {}),
    ...(first.greeting ? { message: first.greeting } : {}),
    ...(sources.picture ? { picture: sources.picture } : {}),
    codeLabel: words.code,
    scanHint: isTicket ? words.scanHint.ticket : words.scanHint.card,
    ...termsOf(company, words),
    items: items.map((item) => documentItem(item, first.currency, { company, language, words, sources, isTicket })),
  };
};

const documentBrand = (company: CompanyRow): DocumentBrand => {
  const { displayName, tagline, colors } = brandOf(company);
  return {
    name: displayName,
    ...(tagline ? { tagline } : {}),
    colors: { primary: colors.primary, onPrimary: colors.onPrimary, accent: colors.accent, text: colors.text },
  };
};

interface ItemContext {
  company: CompanyRow;
  language: string;
  words: Words;
  sources: DocumentSources;
  isTicket: boolean;
}

const documentItem = (item: DocumentedItem, currency: string, context: ItemContext): DocumentItem => ({
  code: item.code,
  claimUrl: context.sources.claimUrlOf({ company: context.company.slug, code: item.code }),
  ...(context.isTicket && item.valueMinor === 0
    ? {}
    : { amount: formatAmount(item.valueMinor, currency, context.language) }),
  ...(context.isTicket
    ? {}
    : {
        validity: {
          label: context.words.validUntil,
          text: formatDay(item.validUntilMs, context.company.time_zone, context.language),
        },
      }),
});

const eventFacts = (
  event: NonNullable<OrderLine['event']>,
  company: CompanyRow,
  language: string,
  words: Words,
): LabelledText[] => {
  const venue = event.venue;
  const place = venue ? [venue.name, [venue.address, venue.postcode].filter(Boolean).join(', ')].filter(Boolean) : [];
  return [
    { label: words.when, text: formatEventTime(event, company.time_zone, language) },
    ...(place.length > 0 ? [{ label: words.where, text: place.join('\n') }] : []),
  ];
};

const ticketFacts = (line: OrderLine, words: Words): LabelledText[] => {
  const ticket = line.ticket ?? {};
  const point = ticket.collectionPoint;
  const address = ticket.address;
  return [
    { label: words.seats, text: words.admits(line.piecesPerItem) },
    ...(ticket.code ? [{ label: words.reference, text: ticket.code }] : []),
    ...(ticket.comment ? [{ label: words.comment, text: ticket.comment }] : []),
    ...(point ? [{ label: words.collectAt, text: [point.name, point.address, point.city].join(', ') }] : []),
    ...(address ? [{ label: words.address, text: [address.name, address.street, address.city].join(', ') }] : []),
  ];
};

/** What is printed small: the product's formalities, the company's terms, and where they stand in full. */
const termsOf = (company: CompanyRow, words: Words, formalities?: string): { terms?: LabelledText } => {
  const texts = [formalities, company.terms?.html].map((html) => (html ? plainText(html) : ''));
  const text = [...texts.filter(Boolean).join('\n')];
  const short = text.length > TERMS_MAX_CHARACTERS ? [...text.slice(0, TERMS_MAX_CHARACTERS), ' …'] : text;
  const printed = [short.join(''), company.terms?.url].filter(Boolean).join('\n');
  return printed ? { terms: { label: words.terms, text: printed } } : {};
};
