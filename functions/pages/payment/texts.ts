import { ownMember } from '../../platform/own-member.ts';
import type { PAYMENT_PAGE_LANGUAGES } from '../../platform/page-languages.ts';
import { formatMoney } from '../../platform/currencies.ts';
import { decimalFromMinor } from '../../platform/decimals.ts';
import type { CardFault, CardField, PageState } from '../../domain/payments/test-gateway/rules.ts';

/** Texts of the payment page in one language. `{}` is a placeholder. */
export interface PaymentTexts {
  /** For `lang` and number formats. */
  tag: string;
  payTo: string;
  order: string;
  discount: string;
  fees: string;
  shipping: string;
  total: string;
  vatIncluded: string;
  allVatIncluded: string;
  cardDetails: string;
  cardNumber: string;
  expiry: string;
  expiryHint: string;
  cvc: string;
  pay: string;
  cancel: string;
  backToShop: string;
  toOrder: string;
  lapsesIn: string;
  declinedBefore: string;
  checkFields: string;
  secure: string;
  testMode: string;
  testModeNote: string;
  testCardHint: string;
  faults: Record<CardField, Record<CardFault, string>>;
  over: Record<Exclude<PageState, 'payable' | 'waiting'> | 'unknown', { title: string; text: string }>;
}

const fieldTexts = (text: string, malformed: string) => ({ missing: text, malformed });

const en: PaymentTexts = {
  tag: 'en-GB',
  payTo: 'Payment to {}',
  order: 'Order {}',
  discount: 'Discount',
  fees: 'Fees',
  shipping: 'Postage',
  total: 'Total',
  vatIncluded: 'Fees and postage include {} VAT.',
  allVatIncluded: 'Includes {} VAT.',
  cardDetails: 'Card details',
  cardNumber: 'Card number',
  expiry: 'Valid until',
  expiryHint: 'MM/YY',
  cvc: 'Security code',
  pay: 'Pay {}',
  cancel: 'Cancel and return to the shop',
  backToShop: 'Return to the shop',
  toOrder: 'See your order',
  lapsesIn: 'You can pay on this page for another {} min.',
  declinedBefore: 'Your card was declined and nothing was charged. You can try again or use another card.',
  checkFields: 'Please check the marked fields. Nothing was charged.',
  secure: 'Secure payment',
  testMode: 'Test payment',
  testModeNote: 'No money is moved.',
  testCardHint: 'Test card: {}',
  faults: {
    card_number: fieldTexts('Enter the card number.', 'This is not a card number. Check the digits.'),
    expiry: fieldTexts('Enter the month and year on the card.', 'Enter the month and year as in 04/29.'),
    cvc: fieldTexts('Enter the security code.', 'The security code has 3 or 4 digits.'),
  },
  over: {
    paid: { title: 'Already paid', text: 'This order is paid. You will not be charged again.' },
    closed: { title: 'Payment cancelled', text: 'This payment page was closed. Nothing was charged.' },
    lapsed: { title: 'The link has expired', text: 'A payment page is open for 30 minutes. Start again in the shop.' },
    unknown: { title: 'No such payment', text: 'There is no payment page at this address. Check the link.' },
  },
};

const da: PaymentTexts = {
  tag: 'da-DK',
  payTo: 'Betaling til {}',
  order: 'Ordre {}',
  discount: 'Rabat',
  fees: 'Gebyrer',
  shipping: 'Porto',
  total: 'I alt',
  vatIncluded: 'Gebyrer og porto indeholder {} moms.',
  allVatIncluded: 'Heraf {} moms.',
  cardDetails: 'Kortoplysninger',
  cardNumber: 'Kortnummer',
  expiry: 'Udløber',
  expiryHint: 'MM/ÅÅ',
  cvc: 'Kontrolcifre',
  pay: 'Betal {}',
  cancel: 'Annullér og gå tilbage til butikken',
  backToShop: 'Tilbage til butikken',
  toOrder: 'Se din ordre',
  lapsesIn: 'Du kan betale på denne side i {} min. endnu.',
  declinedBefore: 'Dit kort blev afvist, og der er ikke trukket penge. Prøv igen, eller brug et andet kort.',
  checkFields: 'Ret de markerede felter. Der er ikke trukket penge.',
  secure: 'Sikker betaling',
  testMode: 'Testbetaling',
  testModeNote: 'Der flyttes ingen penge.',
  testCardHint: 'Testkort: {}',
  faults: {
    card_number: fieldTexts('Skriv kortnummeret.', 'Det er ikke et kortnummer. Tjek cifrene.'),
    expiry: fieldTexts('Skriv måned og år fra kortet.', 'Skriv måned og år som 04/29.'),
    cvc: fieldTexts('Skriv kontrolcifrene.', 'Der er 3 eller 4 kontrolcifre.'),
  },
  over: {
    paid: { title: 'Allerede betalt', text: 'Ordren er betalt. Du bliver ikke trukket igen.' },
    closed: { title: 'Betalingen er annulleret', text: 'Betalingssiden er lukket. Der er ikke trukket penge.' },
    lapsed: { title: 'Linket er udløbet', text: 'En betalingsside er åben i 30 minutter. Begynd forfra i butikken.' },
    unknown: { title: 'Ingen betaling her', text: 'Der er ingen betalingsside på denne adresse. Tjek linket.' },
  },
};

const sv: PaymentTexts = {
  tag: 'sv-SE',
  payTo: 'Betalning till {}',
  order: 'Order {}',
  discount: 'Rabatt',
  fees: 'Avgifter',
  shipping: 'Porto',
  total: 'Totalt',
  vatIncluded: 'Avgifter och porto innehåller {} moms.',
  allVatIncluded: 'Varav {} moms.',
  cardDetails: 'Kortuppgifter',
  cardNumber: 'Kortnummer',
  expiry: 'Giltigt till',
  expiryHint: 'MM/ÅÅ',
  cvc: 'Säkerhetskod',
  pay: 'Betala {}',
  cancel: 'Avbryt och gå tillbaka till butiken',
  backToShop: 'Tillbaka till butiken',
  toOrder: 'Visa din order',
  lapsesIn: 'Du kan betala på den här sidan i {} min till.',
  declinedBefore: 'Ditt kort nekades och inget har dragits. Försök igen eller använd ett annat kort.',
  checkFields: 'Rätta de markerade fälten. Inget har dragits.',
  secure: 'Säker betalning',
  testMode: 'Testbetalning',
  testModeNote: 'Inga pengar flyttas.',
  testCardHint: 'Testkort: {}',
  faults: {
    card_number: fieldTexts('Ange kortnumret.', 'Det är inte ett kortnummer. Kontrollera siffrorna.'),
    expiry: fieldTexts('Ange månad och år från kortet.', 'Skriv månad och år som 04/29.'),
    cvc: fieldTexts('Ange säkerhetskoden.', 'Säkerhetskoden har 3 eller 4 siffror.'),
  },
  over: {
    paid: { title: 'Redan betald', text: 'Ordern är betald. Du debiteras inte igen.' },
    closed: { title: 'Betalningen avbröts', text: 'Betalningssidan är stängd. Inget har dragits.' },
    lapsed: { title: 'Länken har gått ut', text: 'En betalningssida är öppen i 30 minuter. Börja om i butiken.' },
    unknown: {
      title: 'Ingen betalning här',
      text: 'Det finns ingen betalningssida på den här adressen. Kontrollera länken.',
    },
  },
};

const de: PaymentTexts = {
  tag: 'de-DE',
  payTo: 'Zahlung an {}',
  order: 'Bestellung {}',
  discount: 'Rabatt',
  fees: 'Gebühren',
  shipping: 'Versand',
  total: 'Gesamt',
  vatIncluded: 'Gebühren und Versand enthalten {} USt.',
  allVatIncluded: 'Enthält {} USt.',
  cardDetails: 'Kartendaten',
  cardNumber: 'Kartennummer',
  expiry: 'Gültig bis',
  expiryHint: 'MM/JJ',
  cvc: 'Prüfnummer',
  pay: '{} bezahlen',
  cancel: 'Abbrechen und zurück zum Shop',
  backToShop: 'Zurück zum Shop',
  toOrder: 'Ihre Bestellung ansehen',
  lapsesIn: 'Auf dieser Seite können Sie noch {} Min. bezahlen.',
  declinedBefore: 'Ihre Karte wurde abgelehnt, nichts wurde abgebucht. Versuchen Sie es erneut oder mit einer anderen.',
  checkFields: 'Bitte prüfen Sie die markierten Felder. Es wurde nichts abgebucht.',
  secure: 'Sichere Zahlung',
  testMode: 'Testzahlung',
  testModeNote: 'Es wird kein Geld bewegt.',
  testCardHint: 'Testkarte: {}',
  faults: {
    card_number: fieldTexts('Geben Sie die Kartennummer ein.', 'Das ist keine Kartennummer. Prüfen Sie die Ziffern.'),
    expiry: fieldTexts('Geben Sie Monat und Jahr der Karte ein.', 'Geben Sie Monat und Jahr wie 04/29 ein.'),
    cvc: fieldTexts('Geben Sie die Prüfnummer ein.', 'Die Prüfnummer hat 3 oder 4 Stellen.'),
  },
  over: {
    paid: { title: 'Bereits bezahlt', text: 'Die Bestellung ist bezahlt. Es wird nichts weiter abgebucht.' },
    closed: { title: 'Zahlung abgebrochen', text: 'Diese Zahlungsseite ist geschlossen. Nichts wurde abgebucht.' },
    lapsed: {
      title: 'Der Link ist abgelaufen',
      text: 'Eine Zahlungsseite ist 30 Minuten offen. Beginnen Sie im Shop von vorn.',
    },
    unknown: { title: 'Keine Zahlung', text: 'Unter dieser Adresse gibt es keine Zahlungsseite. Prüfen Sie den Link.' },
  },
};

const nb: PaymentTexts = {
  tag: 'nb-NO',
  payTo: 'Betaling til {}',
  order: 'Ordre {}',
  discount: 'Rabatt',
  fees: 'Gebyrer',
  shipping: 'Porto',
  total: 'Totalt',
  vatIncluded: 'Gebyrer og porto inneholder {} mva.',
  allVatIncluded: 'Herav {} mva.',
  cardDetails: 'Kortopplysninger',
  cardNumber: 'Kortnummer',
  expiry: 'Utløper',
  expiryHint: 'MM/ÅÅ',
  cvc: 'Sikkerhetskode',
  pay: 'Betal {}',
  cancel: 'Avbryt og gå tilbake til butikken',
  backToShop: 'Tilbake til butikken',
  toOrder: 'Se ordren din',
  lapsesIn: 'Du kan betale på denne siden i {} min. til.',
  declinedBefore: 'Kortet ditt ble avvist, og ingenting er trukket. Prøv igjen eller bruk et annet kort.',
  checkFields: 'Rett feltene som er merket. Ingenting er trukket.',
  secure: 'Sikker betaling',
  testMode: 'Testbetaling',
  testModeNote: 'Ingen penger flyttes.',
  testCardHint: 'Testkort: {}',
  faults: {
    card_number: fieldTexts('Skriv kortnummeret.', 'Dette er ikke et kortnummer. Sjekk sifrene.'),
    expiry: fieldTexts('Skriv måned og år fra kortet.', 'Skriv måned og år som 04/29.'),
    cvc: fieldTexts('Skriv sikkerhetskoden.', 'Sikkerhetskoden har 3 eller 4 sifre.'),
  },
  over: {
    paid: { title: 'Allerede betalt', text: 'Ordren er betalt. Du blir ikke trukket igjen.' },
    closed: { title: 'Betalingen er avbrutt', text: 'Betalingssiden er lukket. Ingenting er trukket.' },
    lapsed: { title: 'Lenken er utløpt', text: 'En betalingsside er åpen i 30 minutter. Begynn på nytt i butikken.' },
    unknown: { title: 'Ingen betaling her', text: 'Det er ingen betalingsside på denne adressen. Sjekk lenken.' },
  },
};

const nn: PaymentTexts = {
  ...nb,
  tag: 'nn-NO',
  fees: 'Gebyr',
  total: 'Til saman',
  vatIncluded: 'Gebyr og porto inneheld {} mva.',
  allVatIncluded: 'Av dette {} mva.',
  cardDetails: 'Kortopplysningar',
  expiry: 'Går ut',
  cvc: 'Tryggleikskode',
  cancel: 'Avbryt og gå attende til butikken',
  backToShop: 'Attende til butikken',
  toOrder: 'Sjå ordren din',
  lapsesIn: 'Du kan betale på denne sida i {} min. til.',
  declinedBefore: 'Kortet ditt vart avvist, og ingenting er trekt. Prøv att eller bruk eit anna kort.',
  checkFields: 'Rett felta som er merkte. Ingenting er trekt.',
  secure: 'Trygg betaling',
  testModeNote: 'Ingen pengar vert flytte.',
  faults: {
    card_number: fieldTexts('Skriv kortnummeret.', 'Dette er ikkje eit kortnummer. Sjekk sifra.'),
    expiry: fieldTexts('Skriv månad og år frå kortet.', 'Skriv månad og år som 04/29.'),
    cvc: fieldTexts('Skriv tryggleikskoden.', 'Tryggleikskoden har 3 eller 4 siffer.'),
  },
  over: {
    paid: { title: 'Allereie betalt', text: 'Ordren er betalt. Du vert ikkje trekt att.' },
    closed: { title: 'Betalinga er avbroten', text: 'Betalingssida er lukka. Ingenting er trekt.' },
    lapsed: { title: 'Lenkja har gått ut', text: 'Ei betalingsside er open i 30 minutt. Byrja på nytt i butikken.' },
    unknown: { title: 'Inga betaling her', text: 'Det er inga betalingsside på denne adressa. Sjekk lenkja.' },
  },
};

/** The tag `no` does not distinguish Bokmål and Nynorsk. */
const LANGUAGES: Readonly<Record<(typeof PAYMENT_PAGE_LANGUAGES)[number], PaymentTexts>> = {
  en,
  da,
  sv,
  de,
  nb,
  nn,
  no: nb,
};

const textsIn = (tag: string | null | undefined): PaymentTexts | undefined =>
  ownMember(LANGUAGES, tag?.split('-')[0]?.toLowerCase() ?? '');

/** The texts for a language tag; English if the language is not supported. */
export const pageTexts = (tag: string | null | undefined): PaymentTexts => textsIn(tag) ?? en;

export const fill = (text: string, value: string | number): string => text.replace('{}', () => String(value));

/** Formats an amount with all its decimals, as buyers expect where they pay. */
export const money = (texts: PaymentTexts, amount: number, currency: string): string =>
  formatMoney(texts.tag, currency, decimalFromMinor(amount, currency));
