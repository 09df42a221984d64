import type { Translations } from '../../../platform/messages/message.ts';
import type { MissingResource, MISSING } from '../../../platform/messages/missing.ts';
import { NOUNS as LEGACY_NOUNS, type NounTexts } from '../../../pipeline/translation/requests.ts';
import { translation, type Translation } from '../../../pipeline/translation/translation.ts';

/* oxfmt-ignore */
const NOUNS: Readonly<Record<MissingResource, NounTexts>> = {
  ...LEGACY_NOUNS,
  'API key': ['API-nøglen findes ikke.', 'API-nyckeln finns inte.', 'Den API-Schlüssel gibt es nicht.', 'API-nøkkelen finnes ikke.'],
  'brand asset': ['Billedet findes ikke.', 'Bilden finns inte.', 'Das Bild gibt es nicht.', 'Bildet finnes ikke.'],
  campaign: ['Kampagnen findes ikke.', 'Kampanjen finns inte.', 'Die Kampagne gibt es nicht.', 'Kampanjen finnes ikke.'],
  cancellation: ['Aflysningen findes ikke.', 'Det inställda evenemanget finns inte.', 'Die Absage gibt es nicht.', 'Avlysningen finnes ikke.'],
  card: ['Kortet findes ikke.', 'Kortet finns inte.', 'Die Karte gibt es nicht.', 'Kortet finnes ikke.'],
  'code batch': ['Serien af koder findes ikke.', 'Serien av koder finns inte.', 'Die Serie von Codes gibt es nicht.', 'Serien med koder finnes ikke.'],
  device: ['Enheden findes ikke.', 'Enheten finns inte.', 'Das Gerät gibt es nicht.', 'Enheten finnes ikke.'],
  'discount code': ['Rabatkoden findes ikke.', 'Rabattkoden finns inte.', 'Den Rabattcode gibt es nicht.', 'Rabattkoden finnes ikke.'],
  document: ['Dokumentet findes ikke.', 'Dokumentet finns inte.', 'Das Dokument gibt es nicht.', 'Dokumentet finnes ikke.'],
  'document: all of its items are withdrawn': ['Dokumentet findes ikke: alle dets koder er trukket tilbage.', 'Dokumentet finns inte: alla dess koder är återkallade.', 'Das Dokument gibt es nicht: Alle seine Codes wurden zurückgezogen.', 'Dokumentet finnes ikke: alle kodene er trukket tilbake.'],
  'document: the order has been refunded': ['Dokumentet findes ikke: ordren er refunderet.', 'Dokumentet finns inte: ordern är återbetald.', 'Das Dokument gibt es nicht: Die Bestellung wurde erstattet.', 'Dokumentet finnes ikke: ordren er refundert.'],
  'document: the order is not fulfilled yet': ['Dokumentet findes ikke: ordren er ikke gennemført endnu.', 'Dokumentet finns inte: ordern är inte slutförd än.', 'Das Dokument gibt es nicht: Die Bestellung ist noch nicht ausgeführt.', 'Dokumentet finnes ikke: ordren er ikke fullført ennå.'],
  draft: ['Kladden findes ikke.', 'Utkastet finns inte.', 'Den Entwurf gibt es nicht.', 'Utkastet finnes ikke.'],
  'enabled webhook endpoint': ['Der er ingen modtager, der er slået til.', 'Det finns ingen mottagare som är påslagen.', 'Es gibt keinen eingeschalteten Empfänger.', 'Det finnes ingen mottaker som er slått på.'],
  family: ['Den slags produkter findes ikke.', 'Den sortens produkter finns inte.', 'Solche Produkte gibt es nicht.', 'Slike produkter finnes ikke.'],
  file: ['Filen findes ikke.', 'Filen finns inte.', 'Die Datei gibt es nicht.', 'Filen finnes ikke.'],
  'gift card': ['Gavekortet findes ikke.', 'Presentkortet finns inte.', 'Den Gutschein gibt es nicht.', 'Gavekortet finnes ikke.'],
  'key of operators': ['Driftens nøgle findes ikke.', 'Driftens nyckel finns inte.', 'Den Schlüssel der Betreiber gibt es nicht.', 'Driftens nøkkel finnes ikke.'],
  line: ['Linjen findes ikke.', 'Raden finns inte.', 'Die Zeile gibt es nicht.', 'Linjen finnes ikke.'],
  option: ['Varianten findes ikke.', 'Varianten finns inte.', 'Die Variante gibt es nicht.', 'Varianten finnes ikke.'],
  pass: ['Kortet i tegnebogen findes ikke.', 'Kortet i plånboken finns inte.', 'Die Karte im Wallet gibt es nicht.', 'Kortet i lommeboken finnes ikke.'],
  payout: ['Udbetalingen findes ikke.', 'Utbetalningen finns inte.', 'Die Auszahlung gibt es nicht.', 'Utbetalingen finnes ikke.'],
  path: ['Siden findes ikke.', 'Sidan finns inte.', 'Die Seite gibt es nicht.', 'Siden finnes ikke.'],
  picture: ['Billedet findes ikke.', 'Bilden finns inte.', 'Das Bild gibt es nicht.', 'Bildet finnes ikke.'],
  product: ['Produktet findes ikke.', 'Produkten finns inte.', 'Das Produkt gibt es nicht.', 'Produktet finnes ikke.'],
  redemption: ['Indløsningen findes ikke.', 'Inlösningen finns inte.', 'Die Einlösung gibt es nicht.', 'Innløsningen finnes ikke.'],
  report: ['Rapporten findes ikke.', 'Rapporten finns inte.', 'Den Bericht gibt es nicht.', 'Rapporten finnes ikke.'],
  resource: ['Det findes ikke.', 'Det finns inte.', 'Das gibt es nicht.', 'Det finnes ikke.'],
  revision: ['Udgaven findes ikke.', 'Versionen finns inte.', 'Die Fassung gibt es nicht.', 'Utgaven finnes ikke.'],
  session: ['Betalingen findes ikke.', 'Betalningen finns inte.', 'Die Zahlung gibt es nicht.', 'Betalingen finnes ikke.'],
  shipment: ['Forsendelsen findes ikke.', 'Försändelsen finns inte.', 'Die Sendung gibt es nicht.', 'Forsendelsen finnes ikke.'],
  shop: ['Butikken findes ikke.', 'Butiken finns inte.', 'Den Shop gibt es nicht.', 'Butikken finnes ikke.'],
  statement: ['Afregningen findes ikke.', 'Avräkningen finns inte.', 'Die Abrechnung gibt es nicht.', 'Avregningen finnes ikke.'],
  template: ['Skabelonen findes ikke.', 'Mallen finns inte.', 'Die Vorlage gibt es nicht.', 'Malen finnes ikke.'],
  transaction: ['Posteringen findes ikke.', 'Posten finns inte.', 'Die Buchung gibt es nicht.', 'Posteringen finnes ikke.'],
  'upload intent': ['Det, der skulle lægges op, findes ikke.', 'Det som skulle laddas upp finns inte.', 'Was hochgeladen werden sollte, gibt es nicht.', 'Det som skulle lastes opp, finnes ikke.'],
  user: ['Brugeren findes ikke.', 'Användaren finns inte.', 'Den Benutzer gibt es nicht.', 'Brukeren finnes ikke.'],
  'value product': ['Gavekortet sælges ikke.', 'Presentkortet säljs inte.', 'Der Gutschein wird nicht verkauft.', 'Gavekortet selges ikke.'],
  'webhook delivery': ['Beskeden findes ikke.', 'Meddelandet finns inte.', 'Die Nachricht gibt es nicht.', 'Meldingen finnes ikke.'],
  'webhook endpoint': ['Modtageren findes ikke.', 'Mottagaren finns inte.', 'Den Empfänger gibt es nicht.', 'Mottakeren finnes ikke.'],
};

export const missing: Translations<typeof MISSING, undefined, Translation> = {
  missing: ({ what }) => translation(...NOUNS[what]),
};
