import type { PageLanguage } from '../../platform/page-languages.ts';
import { ownMember } from '../../platform/own-member.ts';

/** In the order of `LANGUAGES`. */
type Translations = readonly [da: string, en: string, de: string, sv: string, no: string];
const LANGUAGES: readonly PageLanguage[] = ['da', 'en', 'de', 'sv', 'no'];

/* oxfmt-ignore */
const OPERATIONS: Readonly<Record<string, Translations>> = {
  'create-api-key': ['API-nøgle udstedt', 'API key issued', 'API-Schlüssel ausgestellt', 'API-nyckel utfärdad', 'API-nøkkel utstedt'],
  'revoke-api-key': ['API-nøgle spærret', 'API key revoked', 'API-Schlüssel gesperrt', 'API-nyckel spärrad', 'API-nøkkel sperret'],
  'update-brand': ['Udseende ændret', 'Brand changed', 'Marke geändert', 'Utseende ändrat', 'Profil endret'],
  'put-brand-asset': ['Billede til udseendet lagt op', 'Brand picture set', 'Bild der Marke gesetzt', 'Bild till utseendet satt', 'Bilde til profilen satt'],
  'delete-brand-asset': ['Billede til udseendet fjernet', 'Brand picture removed', 'Bild der Marke entfernt', 'Bild till utseendet borttaget', 'Bilde til profilen fjernet'],
  'update-order-page': ['Bestillingsside ændret', 'Order page changed', 'Bestellseite geändert', 'Beställningssida ändrad', 'Bestillingsside endret'],
  'create-order-page-draft': ['Kladde begyndt', 'Draft begun', 'Entwurf begonnen', 'Utkast påbörjat', 'Utkast påbegynt'],
  'update-order-page-draft': ['Kladde ændret', 'Draft changed', 'Entwurf geändert', 'Utkast ändrat', 'Utkast endret'],
  'discard-order-page-draft': ['Kladde kasseret', 'Draft discarded', 'Entwurf verworfen', 'Utkast kastat', 'Utkast forkastet'],
  'publish-order-page-draft': ['Kladde udgivet', 'Draft published', 'Entwurf veröffentlicht', 'Utkast publicerat', 'Utkast publisert'],
  'restore-order-page-revision': ['Tidligere bestillingsside gendannet', 'Earlier order page restored', 'Frühere Bestellseite wiederhergestellt', 'Tidigare beställningssida återställd', 'Tidligere bestillingsside gjenopprettet'],
  'open-pdf-template-upload': ['Skabelon begyndt', 'Template begun', 'Vorlage begonnen', 'Mall påbörjad', 'Mal påbegynt'],
  'finalize-pdf-template': ['Skabelon lagt op', 'Template uploaded', 'Vorlage hochgeladen', 'Mall uppladdad', 'Mal lastet opp'],
  'update-pdf-template': ['Skabelon ændret', 'Template changed', 'Vorlage geändert', 'Mall ändrad', 'Mal endret'],
  'activate-pdf-template': ['Skabelon taget i brug', 'Template activated', 'Vorlage in Gebrauch genommen', 'Mall tagen i bruk', 'Mal tatt i bruk'],
  'revert-pdf-template': ['Tidligere skabelon taget i brug', 'Earlier template activated', 'Frühere Vorlage in Gebrauch genommen', 'Tidigare mall tagen i bruk', 'Tidligere mal tatt i bruk'],
  'delete-pdf-template': ['Skabelon slettet', 'Template deleted', 'Vorlage gelöscht', 'Mall borttagen', 'Mal slettet'],
  'register-webhook-endpoint': ['Webhook oprettet', 'Webhook registered', 'Webhook angelegt', 'Webhook skapad', 'Webhook opprettet'],
  'update-webhook-endpoint': ['Webhook ændret', 'Webhook changed', 'Webhook geändert', 'Webhook ändrad', 'Webhook endret'],
  'delete-webhook-endpoint': ['Webhook slettet', 'Webhook deleted', 'Webhook gelöscht', 'Webhook borttagen', 'Webhook slettet'],
  'rotate-webhook-secret': ['Webhookens nøgle skiftet', 'Webhook secret rotated', 'Geheimnis des Webhooks gewechselt', 'Webhookens hemlighet bytt', 'Webhookens hemmelighet byttet'],
  'ping-webhook-endpoint': ['Prøvebesked sendt til webhook', 'Test message sent to webhook', 'Testnachricht an Webhook gesendet', 'Testmeddelande skickat till webhook', 'Prøvemelding sendt til webhook'],
  'replay-failed-webhook-deliveries': ['Fejlede leveringer sendt igen', 'Failed deliveries sent again', 'Fehlgeschlagene Zustellungen wiederholt', 'Misslyckade leveranser skickade igen', 'Mislykkede leveringer sendt igjen'],
  'replay-webhook-delivery': ['Levering sendt igen', 'Delivery sent again', 'Zustellung wiederholt', 'Leverans skickad igen', 'Levering sendt igjen'],
  'create-managed-product': ['Produkt oprettet', 'Product created', 'Produkt angelegt', 'Produkt skapad', 'Produkt opprettet'],
  'update-managed-product': ['Produkt ændret', 'Product changed', 'Produkt geändert', 'Produkt ändrad', 'Produkt endret'],
  'archive-managed-product': ['Produkt arkiveret', 'Product archived', 'Produkt archiviert', 'Produkt arkiverad', 'Produkt arkivert'],
  'duplicate-managed-product': ['Produkt kopieret', 'Product duplicated', 'Produkt kopiert', 'Produkt kopierad', 'Produkt kopiert'],
  'update-gift-card': ['Gavekortets salg ændret', 'Gift card changed', 'Gutschein geändert', 'Presentkort ändrat', 'Gavekort endret'],
  'update-company-settings': ['Virksomhedens oplysninger ændret', 'Company settings changed', 'Angaben des Unternehmens geändert', 'Företagets uppgifter ändrade', 'Bedriftens opplysninger endret'],
  'replace-categories': ['Kategorier ændret', 'Categories changed', 'Kategorien geändert', 'Kategorier ändrade', 'Kategorier endret'],
  'cancel-event': ['Arrangement aflyst', 'Event cancelled', 'Veranstaltung abgesagt', 'Evenemang inställt', 'Arrangement avlyst'],
  'open-product-image-upload': ['Produktbillede begyndt', 'Product picture begun', 'Produktbild begonnen', 'Produktbild påbörjad', 'Produktbilde påbegynt'],
  'finalize-product-image': ['Produktbillede lagt op', 'Product picture uploaded', 'Produktbild hochgeladen', 'Produktbild uppladdad', 'Produktbilde lastet opp'],
  'set-stock': ['Lager ændret', 'Stock changed', 'Bestand geändert', 'Lager ändrat', 'Lager endret'],
  'create-campaign': ['Kampagne oprettet', 'Campaign created', 'Kampagne angelegt', 'Kampanj skapad', 'Kampanje opprettet'],
  'update-campaign': ['Kampagne ændret', 'Campaign changed', 'Kampagne geändert', 'Kampanj ändrad', 'Kampanje endret'],
  'delete-campaign': ['Kampagne slettet', 'Campaign deleted', 'Kampagne gelöscht', 'Kampanj borttagen', 'Kampanje slettet'],
  'create-campaign-codes': ['Kampagnekoder oprettet', 'Campaign codes created', 'Kampagnencodes angelegt', 'Kampanjkoder skapade', 'Kampanjekoder opprettet'],
  'create-discount-code': ['Rabatkode oprettet', 'Discount code created', 'Rabattcode angelegt', 'Rabattkod skapad', 'Rabattkode opprettet'],
  'update-discount-code': ['Rabatkode ændret', 'Discount code changed', 'Rabattcode geändert', 'Rabattkod ändrad', 'Rabattkode endret'],
  'delete-discount-code': ['Rabatkode slettet', 'Discount code deleted', 'Rabattcode gelöscht', 'Rabattkod borttagen', 'Rabattkode slettet'],
  'create-discount-code-batch': ['Rabatkoder oprettet', 'Discount codes created', 'Rabattcodes angelegt', 'Rabattkoder skapade', 'Rabattkoder opprettet'],
  'create-redemption': ['Værdi på kort reserveret', 'Value on cards held', 'Wert auf Karten reserviert', 'Värde på kort reserverat', 'Verdi på kort reservert'],
  'release-redemption': ['Reservation på kort frigivet', 'Hold on card released', 'Reservierung auf Karte freigegeben', 'Reservation på kort frisläppt', 'Reservasjon på kort frigitt'],
  'pack-shipment': ['Forsendelse pakket', 'Shipment packed', 'Sendung verpackt', 'Försändelse packad', 'Forsendelse pakket'],
  'post-shipment': ['Forsendelse sendt', 'Shipment posted', 'Sendung versendet', 'Försändelse skickad', 'Forsendelse sendt'],
  'return-shipment': ['Forsendelse returneret', 'Shipment returned', 'Sendung zurückgekommen', 'Försändelse returnerad', 'Forsendelse returnert'],
  'desk-advance-shipments': ['Forsendelser ændret', 'Shipments changed', 'Sendungen geändert', 'Försändelser ändrade', 'Forsendelser endret'],
  'desk-print-labels': ['Adresseetiketter udskrevet', 'Address labels printed', 'Adressetiketten gedruckt', 'Adressetiketter utskrivna', 'Adresseetiketter skrevet ut'],
  'issue-items': ['Kort udstedt', 'Cards issued', 'Karten ausgestellt', 'Kort utfärdade', 'Kort utstedt'],
  'resend-item': ['Kort sendt igen', 'Card sent again', 'Karte erneut gesendet', 'Kort skickat igen', 'Kort sendt igjen'],
  'create-user': ['Bruger inviteret', 'User invited', 'Benutzer eingeladen', 'Användare inbjuden', 'Bruker invitert'],
  'desk-send-link': ['Link sendt til bruger', 'Link sent to user', 'Link an Benutzer gesendet', 'Länk skickad till användare', 'Lenke sendt til bruker'],
  'update-user': ['Bruger ændret', 'User changed', 'Benutzer geändert', 'Användare ändrad', 'Bruker endret'],
  'desk-set-password': ['Adgangskode skiftet', 'Password set', 'Passwort gesetzt', 'Lösenord bytt', 'Passord byttet'],
  'desk-change-own-password': ['Egen adgangskode skiftet', 'Own password changed', 'Eigenes Passwort geändert', 'Eget lösenord bytt', 'Eget passord byttet'],
  'remove-user': ['Bruger fjernet', 'User removed', 'Benutzer entfernt', 'Användare borttagen', 'Bruker fjernet'],
  'desk-confirm-second-factor': ['Totrinsbekræftelse slået til', 'Two-step sign-in turned on', 'Anmeldung in zwei Schritten eingeschaltet', 'Inloggning i två steg påslagen', 'Totrinnspålogging slått på'],
  'desk-end-second-factor': ['Totrinsbekræftelse slået fra', 'Two-step sign-in turned off', 'Anmeldung in zwei Schritten ausgeschaltet', 'Inloggning i två steg avslagen', 'Totrinnspålogging slått av'],
  'desk-reset-second-factor': ['Totrinsbekræftelse nulstillet', 'Two-step sign-in reset', 'Anmeldung in zwei Schritten zurückgesetzt', 'Inloggning i två steg återställd', 'Totrinnspålogging nullstilt'],
  'desk-fulfill': ['Gennemførelse genoptaget', 'Fulfillment taken up again', 'Ausführung wieder aufgenommen', 'Slutförande återupptaget', 'Fullføring gjenopptatt'],
  import: ['Driftsdata indlæst', 'Operator data imported', 'Betreiberdaten eingelesen', 'Driftdata inlästa', 'Driftsdata lest inn'],
  'stock-spread': ['Lager spredt til salgsstart', 'Stock spread for an on-sale', 'Bestand für einen Verkaufsstart verteilt', 'Lager fördelat inför säljstart', 'Lager spredt før salgsstart'],
  'stock-gather': ['Lager samlet igen', 'Stock gathered again', 'Bestand wieder zusammengeführt', 'Lager samlat igen', 'Lager samlet igjen'],
  'privacy-erase': ['Person slettet', 'Person erased', 'Person gelöscht', 'Person raderad', 'Person slettet'],
};

/** The same thing done through another channel. */
const SAME: Readonly<Record<string, string>> = {
  'desk-create-key': 'create-api-key',
  'keys-create': 'create-api-key',
  'desk-revoke-key': 'revoke-api-key',
  'desk-resend-item': 'resend-item',
  'v1-resend-item': 'resend-item',
  'desk-register-webhook': 'register-webhook-endpoint',
  'desk-change-webhook': 'update-webhook-endpoint',
  'desk-delete-webhook': 'delete-webhook-endpoint',
  'desk-rotate-webhook': 'rotate-webhook-secret',
  'desk-ping-webhook': 'ping-webhook-endpoint',
  'desk-replay-failed': 'replay-failed-webhook-deliveries',
  'desk-replay-delivery': 'replay-webhook-delivery',
  'desk-create-draft': 'create-order-page-draft',
  'desk-update-draft': 'update-order-page-draft',
  'desk-restore-revision': 'restore-order-page-revision',
  'desk-change-brand': 'update-brand',
  'desk-brand-picture': 'put-brand-asset',
  'desk-upload-template': 'finalize-pdf-template',
  'v1-create-gc': 'issue-items',
  'desk-create-user': 'create-user',
  'desk-change-user': 'update-user',
  'desk-remove-user': 'remove-user',
};

/** What was done, in the words of a language; an operation without words is called by its name. */
export const operationIn = (language: PageLanguage, operation: string): string =>
  ownMember(OPERATIONS, ownMember(SAME, operation) ?? operation)?.[LANGUAGES.indexOf(language)] ?? operation;

/** Operations that have words, by name. */
export const TRANSLATED: readonly string[] = [...Object.keys(OPERATIONS), ...Object.keys(SAME)];
