import type { Language } from '../../domain/fulfillment/documents/schema.ts';

/** Texts of the page that shows the state of a code. */
export interface HolderTexts {
  voucher: string;
  balance: string;
  value: string;
  of: (amount: string) => string;
  left: (left: number, of: number) => string;
  keep: string;
  document: string;
  calendar: string;
  /** Shown if the date of the event is not known yet. */
  dateFollows: string;
  where: string;
  how: string;
  /** Heading and text above the contact details of the shop, if the item cannot be used. */
  contact: string;
  ask: string;
  unknown: string;
  unknownText: string;
  tooMany: string;
  tooManyText: string;
}

const TEXTS: Record<Language, HolderTexts> = {
  en: {
    voucher: 'Voucher',
    balance: 'Balance',
    value: 'Value',
    of: (amount) => `of ${amount}`,
    left: (left, of) => `${left} of ${of} left`,
    keep: 'Do not share it with others.',
    document: 'Open as PDF',
    calendar: 'Add to calendar',
    dateFollows: 'The new date will be announced',
    where: 'Where to use it',
    how: 'Show the code to the staff. Ask them if something does not work.',
    contact: 'Questions?',
    ask: 'Ask the shop if something seems wrong.',
    unknown: 'This code is not known',
    unknownText: 'Check the address or scan the code again. The shop that sold the card can help you.',
    tooMany: 'Too many attempts',
    tooManyText: 'Too many codes were looked up from here. Try again later.',
  },
  da: {
    voucher: 'Værdibevis',
    balance: 'Saldo',
    value: 'Værdi',
    of: (amount) => `af ${amount}`,
    left: (left, of) => `${left} af ${of} tilbage`,
    keep: 'Del den ikke med andre.',
    document: 'Åbn som PDF',
    calendar: 'Føj til kalender',
    dateFollows: 'Ny dato følger',
    where: 'Her kan det bruges',
    how: 'Vis koden til personalet. Spørg dem, hvis noget ikke virker.',
    contact: 'Spørgsmål?',
    ask: 'Spørg butikken, hvis noget ser forkert ud.',
    unknown: 'Koden er ukendt',
    unknownText: 'Kontrollér adressen, eller scan koden igen. Butikken, der har solgt kortet, kan hjælpe dig.',
    tooMany: 'For mange forsøg',
    tooManyText: 'Der er slået for mange koder op herfra. Prøv igen senere.',
  },
  sv: {
    voucher: 'Värdebevis',
    balance: 'Saldo',
    value: 'Värde',
    of: (amount) => `av ${amount}`,
    left: (left, of) => `${left} av ${of} kvar`,
    keep: 'Dela den inte med andra.',
    document: 'Öppna som PDF',
    calendar: 'Lägg till i kalendern',
    dateFollows: 'Nytt datum meddelas senare',
    where: 'Här kan det användas',
    how: 'Visa koden för personalen. Fråga dem om något inte fungerar.',
    contact: 'Frågor?',
    ask: 'Fråga butiken om något ser fel ut.',
    unknown: 'Koden är okänd',
    unknownText: 'Kontrollera adressen eller skanna koden igen. Butiken som sålde kortet kan hjälpa dig.',
    tooMany: 'För många försök',
    tooManyText: 'För många koder har sökts härifrån. Försök igen senare.',
  },
  de: {
    voucher: 'Gutschein',
    balance: 'Guthaben',
    value: 'Wert',
    of: (amount) => `von ${amount}`,
    left: (left, of) => `noch ${left} von ${of}`,
    keep: 'Geben Sie ihn nicht an andere weiter.',
    document: 'Als PDF öffnen',
    calendar: 'In den Kalender',
    dateFollows: 'Neuer Termin folgt',
    where: 'Hier einlösen',
    how: 'Zeigen Sie den Code dem Personal. Fragen Sie dort nach, wenn etwas nicht funktioniert.',
    contact: 'Fragen?',
    ask: 'Fragen Sie den Shop, wenn etwas nicht stimmt.',
    unknown: 'Dieser Code ist nicht bekannt',
    unknownText:
      'Prüfen Sie die Adresse oder scannen Sie den Code noch einmal. Der Shop, der ihn verkauft hat, hilft Ihnen.',
    tooMany: 'Zu viele Versuche',
    tooManyText: 'Von hier wurden zu viele Codes abgefragt. Versuchen Sie es später noch einmal.',
  },
  nb: {
    voucher: 'Verdibevis',
    balance: 'Saldo',
    value: 'Verdi',
    of: (amount) => `av ${amount}`,
    left: (left, of) => `${left} av ${of} igjen`,
    keep: 'Ikke del den med andre.',
    document: 'Åpne som PDF',
    calendar: 'Legg til i kalenderen',
    dateFollows: 'Ny dato kommer',
    where: 'Her kan det brukes',
    how: 'Vis koden til personalet. Spør dem hvis noe ikke virker.',
    contact: 'Spørsmål?',
    ask: 'Spør butikken hvis noe ser feil ut.',
    unknown: 'Koden er ukjent',
    unknownText: 'Sjekk adressen eller skann koden på nytt. Butikken som solgte kortet, kan hjelpe deg.',
    tooMany: 'For mange forsøk',
    tooManyText: 'For mange koder er slått opp herfra. Prøv igjen senere.',
  },
  nn: {
    voucher: 'Verdibevis',
    balance: 'Saldo',
    value: 'Verdi',
    of: (amount) => `av ${amount}`,
    left: (left, of) => `${left} av ${of} att`,
    keep: 'Ikkje del han med andre.',
    document: 'Opne som PDF',
    calendar: 'Legg til i kalenderen',
    dateFollows: 'Ny dato kjem',
    where: 'Her kan det brukast',
    how: 'Vis koden til dei tilsette. Spør dei om noko ikkje verkar.',
    contact: 'Spørsmål?',
    ask: 'Spør butikken om noko ser feil ut.',
    unknown: 'Koden er ukjend',
    unknownText: 'Sjekk adressa eller skann koden på nytt. Butikken som selde kortet, kan hjelpe deg.',
    tooMany: 'For mange forsøk',
    tooManyText: 'For mange kodar er slegne opp herifrå. Prøv att seinare.',
  },
};

export const holderTexts = (language: Language): HolderTexts => TEXTS[language];
