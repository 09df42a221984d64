import { lazy } from '../../platform/lazy.ts';
import { Message, type Text } from '../../platform/messages/message.ts';
import { sentencePattern } from '../../platform/sentence-pattern.ts';
import { fieldErrors } from './field-errors.ts';
import type { LegacyLanguage } from './language.ts';
import { captures } from './capture-texts.ts';
import { translation, type Translation } from './translation.ts';

type Texts = Readonly<Record<string, Translation>>;

const names = (): Texts => ({
  Used: translation('Brugt', 'Använd', 'Eingelöst', 'Brukt'),
  Cancelled: translation('Annulleret', 'Makulerad', 'Storniert', 'Annullert'),
  Expired: translation('Udløbet', 'Utgången', 'Abgelaufen', 'Utløpt'),
  Paid: translation('Betalt', 'Betald', 'Bezahlt', 'Betalt'),
  'Awaiting Payment': translation(
    'Afventer betaling',
    'Väntar på betalning',
    'Zahlung ausstehend',
    'Venter på betaling',
  ),
  'Gift Card': translation('Gavekort', 'Presentkort', 'Geschenkkarte', 'Gavekort'),
  'Gift Card Variation': translation('Oplevelse', 'Upplevelse', 'Erlebnis', 'Opplevelse'),
  'Discounted Gift Card': translation(
    'Gavekort med rabat',
    'Presentkort med rabatt',
    'Geschenkkarte mit Rabatt',
    'Gavekort med rabatt',
  ),
  'Gift Card With Added Value': translation(
    'Gavekort med ekstra værdi',
    'Presentkort med extra värde',
    'Geschenkkarte mit Mehrwert',
    'Gavekort med ekstra verdi',
  ),
  Ticket: translation('Billet', 'Biljett', 'Ticket', 'Billett'),
  'Special Offer': translation('Tilbud', 'Erbjudande', 'Angebot', 'Tilbud'),
  'Benefit Deal': translation('Fordelsaftale', 'Förmån', 'Vorteilsangebot', 'Fordelsavtale'),
});

const faults = (): Texts => ({
  'The item has already been used.': translation(
    'Koden er allerede brugt.',
    'Koden är redan använd.',
    'Der Code ist bereits eingelöst.',
    'Koden er allerede brukt.',
  ),
  'The item has been cancelled.': translation(
    'Koden er annulleret.',
    'Koden är makulerad.',
    'Der Code ist storniert.',
    'Koden er annullert.',
  ),
  'The item is not paid yet.': translation(
    'Koden er endnu ikke betalt.',
    'Koden är inte betald än.',
    'Der Code ist noch nicht bezahlt.',
    'Koden er ikke betalt ennå.',
  ),
  'The item expired on {}.': translation(
    'Koden udløb den {}.',
    'Koden gick ut den {}.',
    'Der Code ist am {} abgelaufen.',
    'Koden utløp den {}.',
  ),
  'Nothing is left of the item.': translation(
    'Der er intet tilbage på koden.',
    'Det finns inget kvar på koden.',
    'Vom Code ist nichts mehr übrig.',
    'Det er ingenting igjen på koden.',
  ),
  'Nothing of the item has been claimed.': translation(
    'Intet er indløst på koden.',
    'Inget har lösts in på koden.',
    'Vom Code wurde nichts eingelöst.',
    'Ingenting er innløst på koden.',
  ),
  'Something of the item has been claimed. Refund it first.': translation(
    'Noget af koden er indløst. Tilbagefør det først.',
    'En del av koden är inlöst. Återför den först.',
    'Ein Teil ist eingelöst. Bitte zuerst zurückbuchen.',
    'Noe av koden er innløst. Tilbakefør det først.',
  ),
});

const outcomes = (): Texts => ({
  'The item is redeemed.': translation(
    'Koden er indløst.',
    'Koden är inlöst.',
    'Der Code ist eingelöst.',
    'Koden er innløst.',
  ),
  'A part of the item is redeemed; {} are left.': translation(
    'En del af koden er indløst; {} er tilbage.',
    'En del av koden är inlöst; {} återstår.',
    'Ein Teil ist eingelöst; {} verbleiben.',
    'En del av koden er innløst; {} gjenstår.',
  ),
  'All that was redeemed is given back.': translation(
    'Alt indløst er tilbageført.',
    'Allt inlöst är återfört.',
    'Alles Eingelöste ist zurückgebucht.',
    'Alt innløst er tilbakeført.',
  ),
  'A part is given back; {} are left.': translation(
    'En del er tilbageført; {} er tilbage.',
    'En del är återförd; {} återstår.',
    'Ein Teil ist zurückgebucht; {} verbleiben.',
    'En del er tilbakeført; {} gjenstår.',
  ),
  'The item is blocked.': translation(
    'Koden er spærret.',
    'Koden är spärrad.',
    'Der Code ist gesperrt.',
    'Koden er sperret.',
  ),
  'The item is cancelled.': translation(
    'Koden er nu annulleret.',
    'Koden är nu makulerad.',
    'Der Code wurde storniert.',
    'Koden er nå annullert.',
  ),
  'The item is discarded.': translation(
    'Koden er kasseret.',
    'Koden är kasserad.',
    'Der Code wurde verworfen.',
    'Koden er forkastet.',
  ),
  'The code is active with {}.': translation(
    'Koden er aktiv med {}.',
    'Koden är aktiv med {}.',
    'Der Code ist aktiv mit {}.',
    'Koden er aktiv med {}.',
  ),
  'The item is active already.': translation(
    'Koden er allerede aktiv.',
    'Koden är redan aktiv.',
    'Der Code ist bereits aktiv.',
    'Koden er allerede aktiv.',
  ),
  'The item is being sent to {}.': translation(
    'Koden sendes til {}.',
    'Koden skickas till {}.',
    'Der Code wird an {} gesendet.',
    'Koden sendes til {}.',
  ),
  'All items of the order are redeemed.': translation(
    'Alle koder i ordren er indløst.',
    'Alla koder i ordern är inlösta.',
    'Alle Codes der Bestellung sind eingelöst.',
    'Alle koder i ordren er innløst.',
  ),
});

/** Why a request is refused, and who is logged in. */
const refusals = (): Texts => ({
  'No such item.': translation(
    'Koden findes ikke.',
    'Koden finns inte.',
    'Den Code gibt es nicht.',
    'Koden finnes ikke.',
  ),
  'No such order.': translation(
    'Ordren findes ikke.',
    'Ordern finns inte.',
    'Die Bestellung gibt es nicht.',
    'Ordren finnes ikke.',
  ),
  'No such uncaptured order.': translation(
    'Der er ingen ubetalt ordre med dette nummer.',
    'Det finns ingen obetald order med detta nummer.',
    'Es gibt keine unbezahlte Bestellung mit dieser Nummer.',
    'Det finnes ingen ubetalt ordre med dette nummeret.',
  ),
  'No such company.': translation(
    'Virksomheden findes ikke.',
    'Företaget finns inte.',
    'Das Unternehmen gibt es nicht.',
    'Bedriften finnes ikke.',
  ),
  'No such event.': translation(
    'Arrangementet findes ikke.',
    'Evenemanget finns inte.',
    'Die Veranstaltung gibt es nicht.',
    'Arrangementet finnes ikke.',
  ),
  'You may only cancel items that you created.': translation(
    'Du kan kun annullere koder, du selv har oprettet.',
    'Du kan bara makulera koder som du själv har skapat.',
    'Du kannst nur Codes stornieren, die du selbst erstellt hast.',
    'Du kan bare annullere koder du selv har opprettet.',
  ),
  'Your user may not list items.': translation(
    'Din bruger må ikke se lister over koder.',
    'Din användare får inte lista koder.',
    'Dein Benutzer darf keine Codes auflisten.',
    'Brukeren din kan ikke se lister over koder.',
  ),
  'A user of an agency cannot redeem a whole order.': translation(
    'En bureaubruger kan ikke indløse en hel ordre.',
    'En byråanvändare kan inte lösa in en hel order.',
    'Ein Agenturbenutzer kann keine ganze Bestellung einlösen.',
    'En byråbruker kan ikke innløse en hel ordre.',
  ),
  'Your request was made with invalid credentials.': translation(
    'Adgangsoplysningerne er ikke gyldige.',
    'Inloggningsuppgifterna är inte giltiga.',
    'Die Zugangsdaten sind nicht gültig.',
    'Påloggingsopplysningene er ikke gyldige.',
  ),
  'Logged in as {} of {}.': translation(
    'Logget ind som {} hos {}.',
    'Inloggad som {} hos {}.',
    'Angemeldet als {} bei {}.',
    'Logget inn som {} hos {}.',
  ),
});

/** Paths and methods that do not exist. */
const unknownPaths = (): Texts => ({
  'There is nothing at {}.': translation(
    'Der er intet på {}.',
    'Det finns inget på {}.',
    'Unter {} gibt es nichts.',
    'Det er ingenting på {}.',
  ),
  '{} does not take {}, only {}.': translation(
    '{} tager ikke imod {}, kun {}.',
    '{} tar inte emot {}, bara {}.',
    '{} nimmt {} nicht an, nur {}.',
    '{} tar ikke imot {}, bare {}.',
  ),
});

/** English texts of the service; `{}` is a placeholder. */
const translations = lazy((): Texts => ({
  ...fieldErrors(),
  ...names(),
  ...faults(),
  ...outcomes(),
  ...captures(),
  ...refusals(),
  ...unknownPaths(),
}));

/** A map without inherited names such as `toString`. */
const exactTexts = lazy(() => new Map(Object.entries(translations())));

const patterns = lazy(() =>
  Object.entries(translations())
    .filter(([text]) => text.includes('{}'))
    .map(([text, translation]) => ({
      pattern: sentencePattern(text, 'long'),
      translation,
      // Elsewhere the parts are names, which are not translated.
      speaksInParts: Object.hasOwn(fieldErrors(), text),
    })),
);

/** A text in a language; an unknown one stays English. */
export const legacyText = (language: LegacyLanguage, text: string): string => {
  if (language === 'en') return text;
  const exact = exactTexts().get(text);
  if (exact) return exact[language];
  for (const { pattern, translation, speaksInParts } of patterns()) {
    const [found, ...parts] = pattern.exec(text) ?? [];
    if (found === undefined) continue;
    const spoken = speaksInParts ? parts.map((part) => legacyText(language, part)) : parts;
    return translation[language].replaceAll('{}', () => spoken.shift() ?? '');
  }
  return text;
};

/** Members with texts of the service; all others hold text written by people. */
const SPOKEN = new Set(['status_name', 'item_type_identification', 'claim_error', 'refund_error', 'message']);

/** A response with the service's texts translated. */
export const translated = (language: LegacyLanguage, value: unknown): unknown =>
  language === 'en' ? value : withTexts(value, (text) => legacyText(language, String(text)));

/** A response with the service's texts mapped by a function. */
export const withTexts = (value: unknown, speak: (text: Text) => string): unknown =>
  typeof value === 'string' ? speak(value) : walked(value, speak);

const walked = (value: unknown, speak: (text: Text) => string): unknown => {
  if (value instanceof Message) return speak(value);
  if (Array.isArray(value)) return value.map((entry) => walked(entry, speak));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      SPOKEN.has(name) && typeof member === 'string' ? speak(member) : walked(member, speak),
    ]),
  );
};
