import type { Family } from '../orders/rows.ts';
import { LANGUAGES, type Language } from './schema.ts';

/** The fixed words of a document. */
export interface Words {
  badge: Record<Family, string>;
  to: string;
  from: string;
  code: string;
  scanHint: { card: string; ticket: string };
  validUntil: string;
  validOn: string;
  when: string;
  where: string;
  ticketType: string;
  admits: (seats: number) => string;
  seats: string;
  comment: string;
  reference: string;
  collectAt: string;
  address: string;
  terms: string;
}

const WORDS: Record<Language, Words> = {
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
    validOn: 'Gælder',
    when: 'Tid',
    where: 'Sted',
    ticketType: 'Billettype',
    admits: (seats) => (seats === 1 ? '1 person' : `${seats} personer`),
    seats: 'Adgang for',
    comment: 'Bemærkning',
    reference: 'Reference',
    collectAt: 'Afhentes hos',
    address: 'Adresse',
    terms: 'Betingelser',
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
    validOn: 'Gäller',
    when: 'Tid',
    where: 'Plats',
    ticketType: 'Biljettyp',
    admits: (seats) => (seats === 1 ? '1 person' : `${seats} personer`),
    seats: 'Gäller för',
    comment: 'Meddelande',
    reference: 'Referens',
    collectAt: 'Hämtas hos',
    address: 'Adress',
    terms: 'Villkor',
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
    validOn: 'Gültig',
    when: 'Zeit',
    where: 'Ort',
    ticketType: 'Ticketart',
    admits: (seats) => (seats === 1 ? '1 Person' : `${seats} Personen`),
    seats: 'Einlass für',
    comment: 'Bemerkung',
    reference: 'Referenz',
    collectAt: 'Abholung bei',
    address: 'Adresse',
    terms: 'Bedingungen',
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
    validOn: 'Valid',
    when: 'When',
    where: 'Where',
    ticketType: 'Ticket type',
    admits: (seats) => (seats === 1 ? '1 person' : `${seats} people`),
    seats: 'Admits',
    comment: 'Comment',
    reference: 'Reference',
    collectAt: 'Collect at',
    address: 'Address',
    terms: 'Terms',
  },
};

export const wordsIn = (language: Language): Words => WORDS[language];

const spoken = (tag: string | null | undefined): Language | undefined =>
  LANGUAGES.find((language) => language === tag?.toLowerCase().split('-')[0]);

/** The buyer's language where we speak it, else the company's, else English. */
export const languageFor = (locale: string | null | undefined, companyLanguage: string): Language =>
  spoken(locale) ?? spoken(companyLanguage) ?? 'en';
