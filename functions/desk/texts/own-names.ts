import type { PageLanguage } from '../../platform/page-languages.ts';
import { ownMember } from '../../platform/own-member.ts';

type InLanguages = Readonly<Record<PageLanguage, string>>;
type Names = Readonly<Record<string, InLanguages>>;

/* oxfmt-ignore */
const SYSTEMS: Names = {
  'event-move': { en: 'event moved', da: 'arrangement flyttet', de: 'Veranstaltung verlegt', sv: 'evenemang flyttat', no: 'arrangement flyttet' },
  'expiry-sweep': { en: 'expiry of orders', da: 'udløb af ordrer', de: 'Ablauf von Bestellungen', sv: 'ordrar som går ut', no: 'utløp av ordrer' },
  fulfillment: { en: 'automatic', da: 'automatisk', de: 'automatisch', sv: 'automatiskt', no: 'automatisk' },
  gateway: { en: 'payment provider', da: 'betalingsudbyder', de: 'Zahlungsanbieter', sv: 'betalleverantör', no: 'betalingsleverandør' },
  'item-expiry': { en: 'expiry', da: 'udløb', de: 'Ablauf', sv: 'giltighetstidens slut', no: 'utløp' },
  'item-replacement': { en: 'replacement', da: 'ombytning', de: 'Ersatz', sv: 'byte', no: 'bytte' },
  mollie: { en: 'Mollie', da: 'Mollie', de: 'Mollie', sv: 'Mollie', no: 'Mollie' },
  operator: { en: 'operator', da: 'drift', de: 'Betreiber', sv: 'drift', no: 'drift' },
  'order-page': { en: 'order page', da: 'bestillingsside', de: 'Bestellseite', sv: 'beställningssida', no: 'bestillingsside' },
  refund: { en: 'refund', da: 'refundering', de: 'Erstattung', sv: 'återbetalning', no: 'refusjon' },
  stripe: { en: 'Stripe', da: 'Stripe', de: 'Stripe', sv: 'Stripe', no: 'Stripe' },
  'test-gateway': { en: 'test payments', da: 'testbetaling', de: 'Testzahlung', sv: 'testbetalning', no: 'testbetaling' },
};

/* oxfmt-ignore */
const NOTES: Names = {
  'order refunded': { en: 'order refunded', da: 'ordren er refunderet', de: 'Bestellung erstattet', sv: 'ordern återbetald', no: 'ordren er refundert' },
  'event cancelled': { en: 'event cancelled', da: 'arrangementet er aflyst', de: 'Veranstaltung abgesagt', sv: 'evenemanget inställt', no: 'arrangementet er avlyst' },
  'refund declined': { en: 'refund declined', da: 'refundering afvist', de: 'Erstattung abgelehnt', sv: 'återbetalning nekad', no: 'refusjon avvist' },
  'order claim': { en: 'whole order', da: 'hele ordren', de: 'ganze Bestellung', sv: 'hela ordern', no: 'hele ordren' },
  'order claim undone': { en: 'whole order, undone', da: 'hele ordren, tilbageført', de: 'ganze Bestellung, zurückgebucht', sv: 'hela ordern, återförd', no: 'hele ordren, tilbakeført' },
  'The event was moved.': { en: 'The event was moved.', da: 'Arrangementet er flyttet.', de: 'Die Veranstaltung wurde verlegt.', sv: 'Evenemanget har flyttats.', no: 'Arrangementet er flyttet.' },
};

/* oxfmt-ignore */
const FACTS: Names = {
  company: { en: 'company', da: 'virksomhed', de: 'Unternehmen', sv: 'företag', no: 'bedrift' },
  product_id: { en: 'product', da: 'produkt', de: 'Produkt', sv: 'produkt', no: 'produkt' },
  option_id: { en: 'option', da: 'variant', de: 'Variante', sv: 'variant', no: 'variant' },
  campaign_id: { en: 'campaign', da: 'kampagne', de: 'Kampagne', sv: 'kampanj', no: 'kampanje' },
  code_batch_id: { en: 'codes', da: 'koder', de: 'Codes', sv: 'koder', no: 'koder' },
  redemption_id: { en: 'redemption', da: 'indløsning', de: 'Einlösung', sv: 'inlösen', no: 'innløsning' },
  shipment_id: { en: 'shipment', da: 'forsendelse', de: 'Sendung', sv: 'försändelse', no: 'forsendelse' },
  company_id: { en: 'company', da: 'virksomhed', de: 'Unternehmen', sv: 'företag', no: 'bedrift' },
  option: { en: 'option', da: 'variant', de: 'Variante', sv: 'variant', no: 'variant' },
  asset: { en: 'picture', da: 'billede', de: 'Bild', sv: 'bild', no: 'bilde' },
  gift_card_id: { en: 'gift card', da: 'gavekort', de: 'Gutschein', sv: 'presentkort', no: 'gavekort' },
  orders: { en: 'orders', da: 'ordrer', de: 'Bestellungen', sv: 'ordrar', no: 'ordrer' },
  items: { en: 'items', da: 'koder', de: 'Codes', sv: 'koder', no: 'koder' },
  rows: { en: 'rows', da: 'rækker', de: 'Zeilen', sv: 'rader', no: 'rader' },
  id: { en: 'id', da: 'id', de: 'ID', sv: 'id', no: 'id' },
  draft_id: { en: 'draft', da: 'kladde', de: 'Entwurf', sv: 'utkast', no: 'utkast' },
  endpoint_id: { en: 'webhook', da: 'webhook', de: 'Webhook', sv: 'webhook', no: 'webhook' },
  delivery_id: { en: 'delivery', da: 'besked', de: 'Nachricht', sv: 'meddelande', no: 'melding' },
  template_id: { en: 'template', da: 'skabelon', de: 'Vorlage', sv: 'mall', no: 'mal' },
  revision_id: { en: 'revision', da: 'udgave', de: 'Fassung', sv: 'version', no: 'utgave' },
};

const named = (names: Names, language: PageLanguage, name: string): string =>
  ownMember(names, name)?.[language] ?? name;

/** Label of a part of the service, or of a gateway, as an actor. */
export const systemIn = (language: PageLanguage, system: string): string => named(SYSTEMS, language, system);

/** Translates a note that the service wrote. Notes by users are returned unchanged. */
export const noteIn = (language: PageLanguage, note: string): string => named(NOTES, language, note);

/** Label of a fact of an audit entry. */
export const factIn = (language: PageLanguage, fact: string): string => named(FACTS, language, fact);

/** Label for operator data as the publisher of an order page. */
export const OPERATOR_DATA: InLanguages = {
  en: 'operator data',
  da: 'driftsdata',
  de: 'Betreiberdaten',
  sv: 'driftdata',
  no: 'driftsdata',
};
