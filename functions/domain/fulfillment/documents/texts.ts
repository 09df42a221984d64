import { baseTag } from '../../../platform/language-tags.ts';
import type { Family } from '../../catalog/products/ids.ts';
import { LANGUAGES, type Language } from './schema.ts';

/** The fixed words of a document. */
export interface DocumentTexts {
  badge: Record<Family, string>;
  to: string;
  from: string;
  code: string;
  scanHint: { card: string; ticket: string };
  validUntil: string;
  when: string;
  where: string;
  admits: (seats: number) => string;
  seats: string;
  comment: string;
  reference: string;
  collectAt: string;
  address: string;
  terms: string;
  /** Heading of address and contact. */
  redeemAt: string;
  orderNumber: string;
  /** Number of this card among several. */
  number: (at: number, of: number) => string;
  /** Watermark of a sample. */
  sample: string;
}

const TEXTS: Record<Language, DocumentTexts> = {
  da: {
    badge: {
      gift_card: 'Gavekort',
      gift_card_variant: 'Gavekort',
      event_ticket: 'Billet',
      special_offer: 'Værdibevis',
    },
    to: 'Til',
    from: 'Fra',
    code: 'Kode',
    scanHint: { card: 'Vis koden ved indløsning.', ticket: 'Vis koden ved indgangen.' },
    validUntil: 'Gyldig til og med',
    when: 'Tid',
    where: 'Sted',
    admits: (seats) => (seats === 1 ? '1 person' : `${seats} personer`),
    seats: 'Adgang for',
    comment: 'Bemærkning',
    reference: 'Reference',
    collectAt: 'Afhentes hos',
    address: 'Adresse',
    terms: 'Betingelser',
    redeemAt: 'Bruges hos',
    orderNumber: 'Ordre',
    number: (at, of) => `${at} af ${of}`,
    sample: 'Prøve',
  },
  sv: {
    badge: {
      gift_card: 'Presentkort',
      gift_card_variant: 'Presentkort',
      event_ticket: 'Biljett',
      special_offer: 'Värdebevis',
    },
    to: 'Till',
    from: 'Från',
    code: 'Kod',
    scanHint: { card: 'Visa koden när du löser in kortet.', ticket: 'Visa koden i entrén.' },
    validUntil: 'Giltigt till och med',
    when: 'Tid',
    where: 'Plats',
    admits: (seats) => (seats === 1 ? '1 person' : `${seats} personer`),
    seats: 'Gäller för',
    comment: 'Kommentar',
    reference: 'Referens',
    collectAt: 'Hämtas hos',
    address: 'Adress',
    terms: 'Villkor',
    redeemAt: 'Används hos',
    orderNumber: 'Order',
    number: (at, of) => `${at} av ${of}`,
    sample: 'Prov',
  },
  de: {
    badge: {
      gift_card: 'Gutschein',
      gift_card_variant: 'Erlebnisgutschein',
      event_ticket: 'Ticket',
      special_offer: 'Wertgutschein',
    },
    to: 'Für',
    from: 'Von',
    code: 'Code',
    scanHint: { card: 'Zeigen Sie diesen Code beim Einlösen vor.', ticket: 'Zeigen Sie diesen Code am Einlass vor.' },
    validUntil: 'Gültig bis einschließlich',
    when: 'Zeit',
    where: 'Ort',
    admits: (seats) => (seats === 1 ? '1 Person' : `${seats} Personen`),
    seats: 'Einlass für',
    comment: 'Bemerkung',
    reference: 'Referenz',
    collectAt: 'Abholung bei',
    address: 'Adresse',
    terms: 'Bedingungen',
    redeemAt: 'Einzulösen bei',
    orderNumber: 'Bestellung',
    number: (at, of) => `${at} von ${of}`,
    sample: 'Muster',
  },
  en: {
    badge: {
      gift_card: 'Gift card',
      gift_card_variant: 'Gift card',
      event_ticket: 'Ticket',
      special_offer: 'Voucher',
    },
    to: 'To',
    from: 'From',
    code: 'Code',
    scanHint: { card: 'Show this code when you redeem it.', ticket: 'Show this code at the entrance.' },
    validUntil: 'Valid until',
    when: 'When',
    where: 'Where',
    admits: (seats) => (seats === 1 ? '1 person' : `${seats} people`),
    seats: 'Admits',
    comment: 'Comment',
    reference: 'Reference',
    collectAt: 'Collect at',
    address: 'Address',
    terms: 'Terms',
    redeemAt: 'Use it at',
    orderNumber: 'Order',
    number: (at, of) => `${at} of ${of}`,
    sample: 'Sample',
  },
  nb: {
    badge: {
      gift_card: 'Gavekort',
      gift_card_variant: 'Gavekort',
      event_ticket: 'Billett',
      special_offer: 'Verdibevis',
    },
    to: 'Til',
    from: 'Fra',
    code: 'Kode',
    scanHint: { card: 'Vis koden når du bruker kortet.', ticket: 'Vis koden ved inngangen.' },
    validUntil: 'Gyldig til og med',
    when: 'Tid',
    where: 'Sted',
    admits: (seats) => (seats === 1 ? '1 person' : `${seats} personer`),
    seats: 'Adgang for',
    comment: 'Kommentar',
    reference: 'Referanse',
    collectAt: 'Hentes hos',
    address: 'Adresse',
    terms: 'Vilkår',
    redeemAt: 'Brukes hos',
    orderNumber: 'Ordre',
    number: (at, of) => `${at} av ${of}`,
    sample: 'Prøve',
  },
  nn: {
    badge: {
      gift_card: 'Gåvekort',
      gift_card_variant: 'Gåvekort',
      event_ticket: 'Billett',
      special_offer: 'Verdibevis',
    },
    to: 'Til',
    from: 'Frå',
    code: 'Kode',
    scanHint: { card: 'Vis koden når du bruker kortet.', ticket: 'Vis koden ved inngangen.' },
    validUntil: 'Gyldig til og med',
    when: 'Tid',
    where: 'Stad',
    admits: (seats) => (seats === 1 ? '1 person' : `${seats} personar`),
    seats: 'Tilgjenge for',
    comment: 'Merknad',
    reference: 'Referanse',
    collectAt: 'Vert henta hos',
    address: 'Adresse',
    terms: 'Vilkår',
    redeemAt: 'Vert brukt hos',
    orderNumber: 'Ordre',
    number: (at, of) => `${at} av ${of}`,
    sample: 'Prøve',
  },
};

export const documentTextsIn = (language: Language): DocumentTexts => TEXTS[language];

/**
 * Languages of tags that are not supported themselves: `no` does not distinguish the two written forms of Norwegian.
 */
const FAMILIES: ReadonlyMap<string, Language> = new Map([['no', 'nb']]);

/** The supported language of a tag, ignoring its script and region. */
export const spoken = (tag: string | null | undefined): Language | undefined => {
  const family = tag?.toLowerCase().split('-')[0] ?? '';
  return LANGUAGES.find((language) => language === family) ?? FAMILIES.get(family);
};

/** The buyer's language if supported, otherwise the company's, otherwise English. */
export const documentLanguage = (locale: string | null | undefined, companyLanguage: string): Language =>
  spoken(locale) ?? spoken(companyLanguage) ?? 'en';

/**
 * Locale tag for dates and amounts in a language, with the script and region of the buyer's tag if that tag has the
 * same language. English without a region is British. Omits extensions (`-u-ca-islamic-nu-thai`), which would select
 * another calendar and digits, and variants, which have no effect.
 */
export const formatTag = (locale: string | null | undefined, language: Language): string => {
  const tag = (locale && spoken(locale) === language ? baseTag(locale) : undefined) ?? language;
  if (tag === 'en') return 'en-GB';
  return Intl.DateTimeFormat.supportedLocalesOf([tag ?? 'en-GB'])[0] ?? language;
};
