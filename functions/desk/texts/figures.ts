import { ownMember } from '../../platform/own-member.ts';
import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts in the order of `LANGUAGES`. */
type Translations = readonly [da: string, en: string, de: string, sv: string, no: string];
const LANGUAGES: readonly PageLanguage[] = ['da', 'en', 'de', 'sv', 'no'];

/** Labels of figures of the book, and of the dimensions of their rows. */
/* oxfmt-ignore */
const COLUMNS = {
  period: ['Periode', 'Period', 'Zeitraum', 'Period', 'Periode'],
  group: ['Gruppe', 'Group', 'Gruppe', 'Grupp', 'Gruppe'],
  orders: ['Ordrer', 'Orders', 'Bestellungen', 'Ordrar', 'Ordrer'],
  items: ['Enheder', 'Items', 'Stück', 'Enheter', 'Enheter'],
  gross: ['Brutto', 'Gross', 'Brutto', 'Brutto', 'Brutto'],
  discount: ['Rabat', 'Discount', 'Rabatt', 'Rabatt', 'Rabatt'],
  fees: ['Gebyrer', 'Fees', 'Gebühren', 'Avgifter', 'Gebyrer'],
  shipping: ['Porto', 'Postage', 'Versand', 'Porto', 'Porto'],
  gift_cards: ['Betalt med gavekort', 'Paid by gift card', 'Mit Gutschein bezahlt', 'Betalt med presentkort', 'Betalt med gavekort'],
  captured: ['Betalt', 'Paid', 'Bezahlt', 'Betalt', 'Betalt'],
  refunded: ['Refunderet', 'Refunded', 'Erstattet', 'Återbetalt', 'Refundert'],
  net: ['Netto', 'Net', 'Netto', 'Netto', 'Netto'],
  commission: ['Kommission', 'Commission', 'Provision', 'Provision', 'Provisjon'],
  redeemed: ['Indløst', 'Redeemed', 'Eingelöst', 'Inlöst', 'Innløst'],
  redemptions: ['Indløsninger', 'Redemptions', 'Einlösungen', 'Inlösningar', 'Innløsninger'],
  issued_value: ['Udstedt værdi', 'Issued value', 'Ausgestellter Wert', 'Utfärdat värde', 'Utstedt verdi'],
  expired_value: ['Udløbet værdi', 'Expired value', 'Verfallener Wert', 'Utgånget värde', 'Utløpt verdi'],
  opening: ['Primo', 'Opening', 'Anfangsbestand', 'Ingående', 'Inngående'],
  issued: ['Udstedt', 'Issued', 'Ausgestellt', 'Utfärdat', 'Utstedt'],
  activated: ['Aktiveret', 'Activated', 'Aktiviert', 'Aktiverat', 'Aktivert'],
  added: ['Optanket', 'Added', 'Aufgeladen', 'Laddat', 'Påfylt'],
  adjusted: ['Reguleret', 'Adjusted', 'Angepasst', 'Justerat', 'Justert'],
  redemption_refunded: ['Indløsning tilbageført', 'Redemption undone', 'Einlösung zurückgebucht', 'Inlösen återförd', 'Innløsning tilbakeført'],
  withdrawn: ['Trukket tilbage', 'Withdrawn', 'Zurückgezogen', 'Återkallat', 'Trukket tilbake'],
  cancelled: ['Annulleret', 'Cancelled', 'Storniert', 'Makulerat', 'Annullert'],
  expired: ['Udløbet', 'Expired', 'Verfallen', 'Utgånget', 'Utløpt'],
  reinstated: ['Genoprettet', 'Reinstated', 'Wiederhergestellt', 'Återställt', 'Gjenopprettet'],
  closing: ['Ultimo', 'Closing', 'Endbestand', 'Utgående', 'Utgående'],
  outstanding: ['Udestående værdi', 'Outstanding value', 'Ausstehender Wert', 'Utestående värde', 'Utestående verdi'],
} satisfies Record<string, Translations>;

export type FigureColumn = keyof typeof COLUMNS;

/* oxfmt-ignore */
const NAMES = {
  gift_card: ['Gavekort', 'Gift cards', 'Gutscheine', 'Presentkort', 'Gavekort'],
  gift_card_variant: ['Oplevelser', 'Experiences', 'Erlebnisse', 'Upplevelser', 'Opplevelser'],
  event_ticket: ['Billetter', 'Tickets', 'Tickets', 'Biljetter', 'Billetter'],
  special_offer: ['Tilbud', 'Offers', 'Angebote', 'Erbjudanden', 'Tilbud'],
  benefit_deal: ['Fordelsaftaler', 'Benefit deals', 'Vorteilsangebote', 'Förmåner', 'Fordelsavtaler'],
  other: ['Andet', 'Other', 'Sonstiges', 'Övrigt', 'Annet'],
  shop: ['Bestillingsside', 'Order page', 'Bestellseite', 'Beställningssida', 'Bestillingsside'],
  api: ['API', 'API', 'API', 'API', 'API'],
  agent: ['Assistenter', 'Assistants', 'Assistenten', 'Assistenter', 'Assistenter'],
  v1: ['API v1', 'API v1', 'API v1', 'API v1', 'API v1'],
  desk: ['Kasse og administration', 'Desk', 'Kasse und Verwaltung', 'Kassa och administration', 'Kasse og administrasjon'],
  operator: ['Drift', 'Operators', 'Betreiber', 'Drift', 'Drift'],
  gateway: ['Betalingsudbyder', 'Payment gateway', 'Zahlungsanbieter', 'Betalleverantör', 'Betalingsleverandør'],
  service: ['Tjenesten', 'The service', 'Dienst', 'Tjänsten', 'Tjenesten'],
  multi_purpose: ['Moms ved indløsning', 'VAT when redeemed', 'USt. bei Einlösung', 'Moms vid inlösen', 'Mva. ved innløsning'],
  single_purpose: ['Moms ved salg', 'VAT when sold', 'USt. bei Verkauf', 'Moms vid försäljning', 'Mva. ved salg'],
} satisfies Record<string, Translations>;

const textIn = (language: PageLanguage, texts: Translations): string => texts[LANGUAGES.indexOf(language)] ?? texts[1];

export const isFigureColumn = (name: string): name is FigureColumn => Object.hasOwn(COLUMNS, name);

export const figureName = (language: PageLanguage, column: FigureColumn): string => textIn(language, COLUMNS[column]);

/** Label of a product family, channel or VAT treatment; undefined for any other group. */
export const groupName = (language: PageLanguage, group: string): string | undefined => {
  const texts: Translations | undefined = ownMember(NAMES, group);
  return texts && textIn(language, texts);
};
