import { FIELD_WORDS } from './field-words.ts';
import type { LegacyLanguage } from './language.ts';
import { say, type Translation } from './say.ts';

/** Texts in English, as the rest of the service writes them; `{}` stands for what differs from time to time. */
const WORDS: Readonly<Record<string, Translation>> = {
  ...FIELD_WORDS,
  Used: say('Brugt', 'Använd', 'Eingelöst', 'Brukt'),
  Cancelled: say('Annulleret', 'Makulerad', 'Storniert', 'Annullert'),
  Expired: say('Udløbet', 'Utgången', 'Abgelaufen', 'Utløpt'),
  Paid: say('Betalt', 'Betald', 'Bezahlt', 'Betalt'),
  'Awaiting Payment': say('Afventer betaling', 'Väntar på betalning', 'Zahlung ausstehend', 'Venter på betaling'),
  'Gift Card': say('Gavekort', 'Presentkort', 'Geschenkkarte', 'Gavekort'),
  'Gift Card Variation': say('Oplevelse', 'Upplevelse', 'Erlebnis', 'Opplevelse'),
  'Discounted Gift Card': say(
    'Gavekort med rabat',
    'Presentkort med rabatt',
    'Geschenkkarte mit Rabatt',
    'Gavekort med rabatt',
  ),
  'Gift Card With Added Value': say(
    'Gavekort med ekstra værdi',
    'Presentkort med extra värde',
    'Geschenkkarte mit Mehrwert',
    'Gavekort med ekstra verdi',
  ),
  Ticket: say('Billet', 'Biljett', 'Ticket', 'Billett'),
  'Special Offer': say('Tilbud', 'Erbjudande', 'Angebot', 'Tilbud'),
  'Benefit Deal': say('Fordelsaftale', 'Förmån', 'Vorteilsangebot', 'Fordelsavtale'),
  'The item has already been used.': say(
    'Koden er allerede brugt.',
    'Koden är redan använd.',
    'Der Code ist bereits eingelöst.',
    'Koden er allerede brukt.',
  ),
  'The item has been cancelled.': say(
    'Koden er annulleret.',
    'Koden är makulerad.',
    'Der Code ist storniert.',
    'Koden er annullert.',
  ),
  'The item is not paid yet.': say(
    'Koden er endnu ikke betalt.',
    'Koden är inte betald än.',
    'Der Code ist noch nicht bezahlt.',
    'Koden er ikke betalt ennå.',
  ),
  'The item expired on {}.': say(
    'Koden udløb den {}.',
    'Koden gick ut den {}.',
    'Der Code ist am {} abgelaufen.',
    'Koden utløp den {}.',
  ),
  'Nothing is left of the item.': say(
    'Der er intet tilbage på koden.',
    'Det finns inget kvar på koden.',
    'Vom Code ist nichts mehr übrig.',
    'Det er ingenting igjen på koden.',
  ),
  'Nothing of the item has been claimed.': say(
    'Intet er indløst på koden.',
    'Inget har lösts in på koden.',
    'Vom Code wurde nichts eingelöst.',
    'Ingenting er innløst på koden.',
  ),
  'Something of the item has been claimed. Refund it first.': say(
    'Noget af koden er indløst. Tilbagefør det først.',
    'En del av koden är inlöst. Återför den först.',
    'Ein Teil ist eingelöst. Bitte zuerst zurückbuchen.',
    'Noe av koden er innløst. Tilbakefør det først.',
  ),
  'The item is redeemed.': say('Koden er indløst.', 'Koden är inlöst.', 'Der Code ist eingelöst.', 'Koden er innløst.'),
  'A part of the item is redeemed; {} are left.': say(
    'En del af koden er indløst; {} er tilbage.',
    'En del av koden är inlöst; {} återstår.',
    'Ein Teil ist eingelöst; {} verbleiben.',
    'En del av koden er innløst; {} gjenstår.',
  ),
  'All that was redeemed is given back.': say(
    'Alt indløst er tilbageført.',
    'Allt inlöst är återfört.',
    'Alles Eingelöste ist zurückgebucht.',
    'Alt innløst er tilbakeført.',
  ),
  'A part is given back; {} are left.': say(
    'En del er tilbageført; {} er tilbage.',
    'En del är återförd; {} återstår.',
    'Ein Teil ist zurückgebucht; {} verbleiben.',
    'En del er tilbakeført; {} gjenstår.',
  ),
  'The item is cancelled.': say(
    'Koden er nu annulleret.',
    'Koden är nu makulerad.',
    'Der Code wurde storniert.',
    'Koden er nå annullert.',
  ),
  'The item is discarded.': say(
    'Koden er kasseret.',
    'Koden är kasserad.',
    'Der Code wurde verworfen.',
    'Koden er forkastet.',
  ),
  'The code is active with {}.': say(
    'Koden er aktiv med {}.',
    'Koden är aktiv med {}.',
    'Der Code ist aktiv mit {}.',
    'Koden er aktiv med {}.',
  ),
  'The item is active already.': say(
    'Koden er allerede aktiv.',
    'Koden är redan aktiv.',
    'Der Code ist bereits aktiv.',
    'Koden er allerede aktiv.',
  ),
  'The item is being sent to {}.': say(
    'Koden sendes til {}.',
    'Koden skickas till {}.',
    'Der Code wird an {} gesendet.',
    'Koden sendes til {}.',
  ),
  'All items of the order are redeemed.': say(
    'Alle koder i ordren er indløst.',
    'Alla koder i ordern är inlösta.',
    'Alle Codes der Bestellung sind eingelöst.',
    'Alle koder i ordren er innløst.',
  ),
  'The order is captured and its items are active.': say(
    'Ordren er betalt, og koderne er aktive.',
    'Ordern är betald och koderna är aktiva.',
    'Die Bestellung ist bezahlt, die Codes sind aktiv.',
    'Ordren er betalt, og kodene er aktive.',
  ),
  'No such item.': say('Koden findes ikke.', 'Koden finns inte.', 'Den Code gibt es nicht.', 'Koden finnes ikke.'),
  'No such order.': say(
    'Ordren findes ikke.',
    'Ordern finns inte.',
    'Die Bestellung gibt es nicht.',
    'Ordren finnes ikke.',
  ),
  'No such uncaptured order.': say(
    'Der er ingen ubetalt ordre med dette nummer.',
    'Det finns ingen obetald order med detta nummer.',
    'Es gibt keine unbezahlte Bestellung mit dieser Nummer.',
    'Det finnes ingen ubetalt ordre med dette nummeret.',
  ),
  'No such company.': say(
    'Virksomheden findes ikke.',
    'Företaget finns inte.',
    'Das Unternehmen gibt es nicht.',
    'Bedriften finnes ikke.',
  ),
  'No such event.': say(
    'Arrangementet findes ikke.',
    'Evenemanget finns inte.',
    'Die Veranstaltung gibt es nicht.',
    'Arrangementet finnes ikke.',
  ),
  'You may only cancel items that you created.': say(
    'Du kan kun annullere koder, du selv har oprettet.',
    'Du kan bara makulera koder som du själv har skapat.',
    'Du kannst nur Codes stornieren, die du selbst erstellt hast.',
    'Du kan bare annullere koder du selv har opprettet.',
  ),
  'Your user may not list items.': say(
    'Din bruger må ikke se lister over koder.',
    'Din användare får inte lista koder.',
    'Dein Benutzer darf keine Codes auflisten.',
    'Brukeren din kan ikke se lister over koder.',
  ),
  'A user of an agency cannot redeem a whole order.': say(
    'En bureaubruger kan ikke indløse en hel ordre.',
    'En byråanvändare kan inte lösa in en hel order.',
    'Ein Agenturbenutzer kann keine ganze Bestellung einlösen.',
    'En byråbruker kan ikke innløse en hel ordre.',
  ),
  'Your request was made with invalid credentials.': say(
    'Adgangsoplysningerne er ikke gyldige.',
    'Inloggningsuppgifterna är inte giltiga.',
    'Die Zugangsdaten sind nicht gültig.',
    'Påloggingsopplysningene er ikke gyldige.',
  ),
  'Logged in as {} of {}.': say(
    'Logget ind som {} hos {}.',
    'Inloggad som {} hos {}.',
    'Angemeldet als {} bei {}.',
    'Logget inn som {} hos {}.',
  ),
};

/** By text, where words like `toString` mean nothing else. */
const EXACT = new Map(Object.entries(WORDS));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const PATTERNS = Object.entries(WORDS)
  .filter(([text]) => text.includes('{}'))
  .map(([text, translation]) => ({
    pattern: new RegExp(`^${text.split('{}').map(escaped).join('(.+)')}$`),
    translation,
    // Elsewhere the parts are names, which stay as people wrote them.
    speaksInParts: Object.hasOwn(FIELD_WORDS, text),
  }));

/** A text of the service in a language; one that is not known stays English. */
export const inLanguage = (language: LegacyLanguage, text: string): string => {
  if (language === 'en') return text;
  const exact = EXACT.get(text);
  if (exact) return exact[language];
  for (const { pattern, translation, speaksInParts } of PATTERNS) {
    const [found, ...parts] = pattern.exec(text) ?? [];
    if (found === undefined) continue;
    const spoken = speaksInParts ? parts.map((part) => inLanguage(language, part)) : parts;
    return translation[language].replaceAll('{}', () => spoken.shift() ?? '');
  }
  return text;
};

/** Members that hold texts of the service; all others hold what somebody wrote. */
const SPOKEN = new Set(['status_name', 'item_type_identification', 'claim_error', 'refund_error', 'message']);

/** An answer with the service's own texts in a language. */
export const translated = (language: LegacyLanguage, value: unknown): unknown => {
  if (language === 'en') return value;
  if (typeof value === 'string') return inLanguage(language, value);
  return walked(language, value);
};

const walked = (language: LegacyLanguage, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((entry) => walked(language, entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      SPOKEN.has(name) && typeof member === 'string' ? inLanguage(language, member) : walked(language, member),
    ]),
  );
};
