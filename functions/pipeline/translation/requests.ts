import type { LEGACY } from '../../platform/messages/legacy.ts';
import type { MissingResource, MISSING } from '../../platform/messages/missing.ts';
import type { PATHS } from '../../platform/messages/paths.ts';
import type { REQUESTS } from '../../platform/messages/requests.ts';
import type { VALIDATION } from '../../platform/messages/validation.ts';
import { ownMember } from '../../platform/own-member.ts';
import { translation, type LegacyTranslations, type Translation } from './translation.ts';

export type NounTexts = readonly [da: string, sv: string, de: string, nb: string];

/* oxfmt-ignore */
/** Texts about resources that do not exist. */
export const NOUNS = {
  company: ['Virksomheden findes ikke.', 'Företaget finns inte.', 'Das Unternehmen gibt es nicht.', 'Bedriften finnes ikke.'],
  event: ['Arrangementet findes ikke.', 'Evenemanget finns inte.', 'Die Veranstaltung gibt es nicht.', 'Arrangementet finnes ikke.'],
  item: ['Koden findes ikke.', 'Koden finns inte.', 'Den Code gibt es nicht.', 'Koden finnes ikke.'],
  order: ['Ordren findes ikke.', 'Ordern finns inte.', 'Die Bestellung gibt es nicht.', 'Ordren finnes ikke.'],
  'uncaptured order': ['Der er ingen ubetalt ordre med dette nummer.', 'Det finns ingen obetald order med detta nummer.', 'Es gibt keine unbezahlte Bestellung mit dieser Nummer.', 'Det finnes ingen ubetalt ordre med dette nummeret.'],
} satisfies Partial<Record<MissingResource, NounTexts>>;

export const missing = {
  missing: ({ what }) => {
    const texts = ownMember<NounTexts>(NOUNS, what);
    return texts && translation(...texts);
  },
} satisfies LegacyTranslations<typeof MISSING>;

export const paths = {
  path_unknown: ({ path }) =>
    translation(
      `Der er intet på ${path}.`,
      `Det finns inget på ${path}.`,
      `Unter ${path} gibt es nichts.`,
      `Det er ingenting på ${path}.`,
    ),
  method_not_taken: ({ path, method, allowed }) => {
    const methods = allowed.join(', ');
    return translation(
      `${path} tager ikke imod ${method}, kun ${methods}.`,
      `${path} tar inte emot ${method}, bara ${methods}.`,
      `${path} nimmt ${method} nicht an, nur ${methods}.`,
      `${path} tar ikke imot ${method}, bare ${methods}.`,
    );
  },
} satisfies LegacyTranslations<typeof PATHS>;

/** Names of schema types; a type without an entry is named in English. */
const KINDS = {
  number: translation(
    'Det skal være et tal.',
    'Det måste vara ett tal.',
    'Dies muss eine Zahl sein.',
    'Det må være et tall.',
  ),
  int: translation(
    'Det skal være et helt tal.',
    'Det måste vara ett heltal.',
    'Dies muss eine ganze Zahl sein.',
    'Det må være et heltall.',
  ),
  boolean: translation(
    'Det skal være true eller false.',
    'Det måste vara true eller false.',
    'Dies muss true oder false sein.',
    'Det må være true eller false.',
  ),
};

/** Texts about faults of fields. */
export const validation = {
  required: translation(
    'Feltet skal udfyldes.',
    'Fältet måste fyllas i.',
    'Dieses Feld ist erforderlich.',
    'Feltet må fylles ut.',
  ),
  kind_mismatch: ({ kinds }) => {
    const [kind = '', ...others] = new Set(kinds);
    return others.length > 0 ? undefined : ownMember<Translation>(KINDS, kind);
  },
  choice_unknown: ({ choices }) => {
    const all = choices.join(', ');
    return translation(
      `Det skal være et af: ${all}.`,
      `Det måste vara ett av: ${all}.`,
      `Dies muss eines sein von: ${all}.`,
      `Det må være ett av: ${all}.`,
    );
  },
  not_above_minimum: ({ minimum }) =>
    minimum === 0
      ? translation(
          'Det skal være større end 0.',
          'Det måste vara större än 0.',
          'Dies muss größer als 0 sein.',
          'Det må være større enn 0.',
        )
      : undefined,
  below_minimum: ({ minimum }) =>
    translation(
      `Det skal være mindst ${minimum}.`,
      `Det måste vara minst ${minimum}.`,
      `Dies muss mindestens ${minimum} sein.`,
      `Det må være minst ${minimum}.`,
    ),
  above_maximum: ({ maximum }) =>
    translation(
      `Det må højst være ${maximum}.`,
      `Det får vara högst ${maximum}.`,
      `Dies darf höchstens ${maximum} sein.`,
      `Det kan være høyst ${maximum}.`,
    ),
  email_malformed: translation(
    'Det skal være en e-mailadresse.',
    'Det måste vara en e-postadress.',
    'Dies muss eine E-Mail-Adresse sein.',
    'Det må være en e-postadresse.',
  ),
  empty: translation(
    'Det må ikke være tomt.',
    'Det får inte vara tomt.',
    'Dies darf nicht leer sein.',
    'Det må ikke være tomt.',
  ),
  length_out_of_range: ({ minimum, maximum }) =>
    translation(
      `Det skal have ${minimum} til ${maximum} tegn.`,
      `Det måste ha ${minimum} till ${maximum} tecken.`,
      `Dies muss ${minimum} bis ${maximum} Zeichen haben.`,
      `Det må ha ${minimum} til ${maximum} tegn.`,
    ),
  too_short: ({ minimum }) =>
    translation(
      `Det skal have mindst ${minimum} tegn.`,
      `Det måste ha minst ${minimum} tecken.`,
      `Dies muss mindestens ${minimum} Zeichen haben.`,
      `Det må ha minst ${minimum} tegn.`,
    ),
  too_long: ({ maximum }) =>
    translation(
      `Det må højst have ${maximum} tegn.`,
      `Det får ha högst ${maximum} tecken.`,
      `Dies darf höchstens ${maximum} Zeichen haben.`,
      `Det kan ha høyst ${maximum} tegn.`,
    ),
  control_characters: translation(
    'Der må ikke være styretegn i det.',
    'Det får inte finnas styrtecken i det.',
    'Dies darf keine Steuerzeichen enthalten.',
    'Det kan ikke ha styretegn i seg.',
  ),
  letters_unprintable: ({ letters, others }) =>
    translation(
      `Der er tegn, som ikke kan trykkes på et kort: ${letters}${others === 0 ? '' : ` og ${others} mere`}.`,
      `Det finns tecken som inte kan tryckas på ett kort: ${letters}${others === 0 ? '' : ` och ${others} till`}.`,
      `Manche Zeichen lassen sich nicht auf eine Karte drucken: ${letters}${others === 0 ? '' : ` und ${others} weitere`}.`,
      `Det er tegn som ikke kan trykkes på et kort: ${letters}${others === 0 ? '' : ` og ${others} til`}.`,
    ),
} satisfies LegacyTranslations<
  typeof VALIDATION,
  | 'first_fault'
  | 'no_kind_matches'
  | 'not_below_maximum'
  | 'not_multiple'
  | 'too_few_entries'
  | 'too_many_entries'
  | 'malformed'
  | 'field_unknown'
  | 'not_valid'
  | 'country_code_malformed'
  | 'country_unknown'
  | 'return_address_not_approved'
>;

/* The other texts of this catalog concern pages and lists that the legacy API does not have. */
export const requests = {
  service_busy: translation(
    'Der er for mange ændringer på én gang. Prøv igen.',
    'Det är för många ändringar på en gång. Försök igen.',
    'Zu viele Änderungen auf einmal. Bitte noch einmal versuchen.',
    'Det er for mange endringer på én gang. Prøv igjen.',
  ),
  service_overloaded: translation(
    'Der er for mange samtidige forespørgsler. Prøv igen.',
    'Det är för många samtidiga förfrågningar. Försök igen.',
    'Zu viele gleichzeitige Anfragen. Bitte noch einmal versuchen.',
    'Det er for mange samtidige forespørsler. Prøv igjen.',
  ),
  request_running: translation(
    'Den første forespørgsel med denne nøgle er stadig i gang.',
    'Den första förfrågan med den här nyckeln pågår fortfarande.',
    'Die erste Anfrage mit diesem Schlüssel läuft noch.',
    'Den første forespørselen med denne nøkkelen er fortsatt i gang.',
  ),
  key_used_differently: translation(
    'Denne nøgle er brugt til en anden forespørgsel.',
    'Den här nyckeln har använts för en annan förfrågan.',
    'Dieser Schlüssel wurde für eine andere Anfrage verwendet.',
    'Denne nøkkelen er brukt til en annen forespørsel.',
  ),
  request_budget_empty: translation(
    'Der er sendt for mange forespørgsler. Intet er ændret.',
    'För många förfrågningar har skickats. Inget har ändrats.',
    'Es wurden zu viele Anfragen gesendet. Es wurde nichts geändert.',
    'Det er sendt for mange forespørsler. Ingenting er endret.',
  ),
} satisfies LegacyTranslations<typeof REQUESTS, 'form_expired' | 'cursor_unknown' | 'changed_since_read'>;

export const legacy = {
  credentials_invalid: translation(
    'Adgangsoplysningerne er ikke gyldige.',
    'Inloggningsuppgifterna är inte giltiga.',
    'Die Zugangsdaten sind nicht gültig.',
    'Påloggingsopplysningene er ikke gyldige.',
  ),
  logged_in: ({ user, company }) =>
    translation(
      `Logget ind som ${user} hos ${company}.`,
      `Inloggad som ${user} hos ${company}.`,
      `Angemeldet als ${user} bei ${company}.`,
      `Logget inn som ${user} hos ${company}.`,
    ),
  item_of_other_user: translation(
    'Du kan kun annullere koder, du selv har oprettet.',
    'Du kan bara makulera koder som du själv har skapat.',
    'Du kannst nur Codes stornieren, die du selbst erstellt hast.',
    'Du kan bare annullere koder du selv har opprettet.',
  ),
  listing_not_allowed: translation(
    'Din bruger må ikke se lister over koder.',
    'Din användare får inte lista koder.',
    'Dein Benutzer darf keine Codes auflisten.',
    'Brukeren din kan ikke se lister over koder.',
  ),
  agency_claims_order: translation(
    'En bureaubruger kan ikke indløse en hel ordre.',
    'En byråanvändare kan inte lösa in en hel order.',
    'Ein Agenturbenutzer kann keine ganze Bestellung einlösen.',
    'En byråbruker kan ikke innløse en hel ordre.',
  ),
  event_slug_missing: translation(
    'Send arrangementets slug.',
    'Skicka evenemangets slug.',
    'Sende den slug der Veranstaltung.',
    'Send arrangementets slug.',
  ),
  status_unknown: ({ choices }) => {
    const all = choices.join(', ');
    return translation(
      `Status skal være en af: ${all}.`,
      `Status måste vara en av: ${all}.`,
      `Der Status muss einer sein von: ${all}.`,
      `Status må være en av: ${all}.`,
    );
  },
} satisfies LegacyTranslations<typeof LEGACY>;
