import type { Translations } from '../../../platform/messages/message.ts';
import type { VALIDATION } from '../../../platform/messages/validation.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { validation as legacyValidation } from '../../../pipeline/translation/requests.ts';
import { translation, type Translation } from '../../../pipeline/translation/translation.ts';
import { spokenText, type DeskTranslation } from './figures.ts';

const KINDS: Readonly<Record<string, Translation>> = {
  string: translation('en tekst', 'en text', 'ein Text', 'en tekst'),
  number: translation('et tal', 'ett tal', 'eine Zahl', 'et tall'),
  int: translation('et helt tal', 'ett heltal', 'eine ganze Zahl', 'et heltall'),
  boolean: translation('true eller false', 'true eller false', 'true oder false', 'true eller false'),
  array: translation('en liste', 'en lista', 'eine Liste', 'en liste'),
  object: translation('et objekt', 'ett objekt', 'ein Objekt', 'et objekt'),
  record: translation('et objekt', 'ett objekt', 'ein Objekt', 'et objekt'),
};

/** Names of the allowed types, joined by "or". */
const kindsIn = (language: keyof Translation, kinds: readonly string[], or: string): string =>
  [...new Set(kinds.map((kind) => ownMember(KINDS, kind)?.[language] ?? kind))].join(` ${or} `);

export const FIELD_UNKNOWN = translation(
  'Feltet kendes ikke her.',
  'Fältet är inte känt här.',
  'Dieses Feld ist hier nicht bekannt.',
  'Feltet er ikke kjent her.',
);

/** Faults of values in any field. The text about several faults is composed in localize.ts. */
export const validation: Omit<Translations<typeof VALIDATION, undefined, DeskTranslation>, 'first_fault'> = {
  ...legacyValidation,
  kind_mismatch: ({ kinds }) =>
    translation(
      `Det skal være ${kindsIn('da', kinds, 'eller')}.`,
      `Det måste vara ${kindsIn('sv', kinds, 'eller')}.`,
      `Dies muss ${kindsIn('de', kinds, 'oder')} sein.`,
      `Det må være ${kindsIn('nb', kinds, 'eller')}.`,
    ),
  no_kind_matches: translation(
    'Det er ikke gyldigt.',
    'Det är inte giltigt.',
    'Das ist nicht gültig.',
    'Det er ikke gyldig.',
  ),
  not_above_minimum: ({ minimum }) =>
    translation(
      `Det skal være større end ${String(minimum)}.`,
      `Det måste vara större än ${String(minimum)}.`,
      `Dies muss größer als ${String(minimum)} sein.`,
      `Det må være større enn ${String(minimum)}.`,
    ),
  not_below_maximum: ({ maximum }) =>
    translation(
      `Det skal være mindre end ${String(maximum)}.`,
      `Det måste vara mindre än ${String(maximum)}.`,
      `Dies muss kleiner als ${String(maximum)} sein.`,
      `Det må være mindre enn ${String(maximum)}.`,
    ),
  not_multiple: ({ divisor }) =>
    translation(
      `Det skal være et multiplum af ${divisor}.`,
      `Det måste vara en multipel av ${divisor}.`,
      `Dies muss ein Vielfaches von ${divisor} sein.`,
      `Det må være et multiplum av ${divisor}.`,
    ),
  malformed: translation(
    'Det har ikke den rigtige form.',
    'Det har inte rätt form.',
    'Das hat nicht die richtige Form.',
    'Det har ikke riktig form.',
  ),
  field_unknown: FIELD_UNKNOWN,
  empty: translation(
    'Det må ikke være tomt.',
    'Det får inte vara tomt.',
    'Das darf nicht leer sein.',
    'Det må ikke være tomt.',
  ),
  length_out_of_range: ({ minimum, maximum }) =>
    translation(
      `Mellem ${minimum} og ${maximum} tegn.`,
      `Mellan ${minimum} och ${maximum} tecken.`,
      `${minimum} bis ${maximum} Zeichen.`,
      `Mellom ${minimum} og ${maximum} tegn.`,
    ),
  too_short: ({ minimum }) =>
    translation(
      `Mindst ${minimum} tegn.`,
      `Minst ${minimum} tecken.`,
      `Mindestens ${minimum} Zeichen.`,
      `Minst ${minimum} tegn.`,
    ),
  too_long: ({ maximum }) =>
    translation(
      `Højst ${maximum} tegn.`,
      `Högst ${maximum} tecken.`,
      `Höchstens ${maximum} Zeichen.`,
      `Høyst ${maximum} tegn.`,
    ),
  too_few_entries: ({ minimum }) =>
    translation(
      `Vælg mindst ${minimum}.`,
      `Välj minst ${minimum}.`,
      `Bitte mindestens ${minimum} auswählen.`,
      `Velg minst ${minimum}.`,
    ),
  too_many_entries: ({ maximum }) =>
    translation(
      `Højst ${maximum} angivelser.`,
      `Högst ${maximum} angivelser.`,
      `Höchstens ${maximum} Angaben.`,
      `Høyst ${maximum} angivelser.`,
    ),
  email_malformed: spokenText(
    'This must be an email address.',
    'Det skal være en e-mailadresse.',
    'Det ska vara en e-postadress.',
    'Das muss eine E-Mail-Adresse sein.',
    'Det må være en e-postadresse.',
  ),
  not_valid: translation(
    'Det er ikke gyldigt.',
    'Det är inte giltigt.',
    'Das ist nicht gültig.',
    'Det er ikke gyldig.',
  ),
  // At the desk, countries are selected by name.
  country_code_malformed: {
    en: 'Choose a country.',
    ...translation('Vælg et land.', 'Välj ett land.', 'Bitte ein Land wählen.', 'Velg et land.'),
  },
  country_unknown: translation(
    'Intet land har denne kode.',
    'Inget land har den här koden.',
    'Diesen Ländercode gibt es nicht.',
    'Ingen land har denne koden.',
  ),
  control_characters: translation(
    'Der må ikke være styretegn i det.',
    'Det får inte finnas styrtecken i det.',
    'Es darf keine Steuerzeichen enthalten.',
    'Det kan ikke ha styretegn i seg.',
  ),
  return_address_not_approved: translation(
    'Adressen er ikke blandt virksomhedens godkendte adresser.',
    'Adressen finns inte bland företagets godkända adresser.',
    'Die Adresse gehört nicht zu den freigegebenen des Unternehmens.',
    'Adressen er ikke blant bedriftens godkjente adresser.',
  ),
};
