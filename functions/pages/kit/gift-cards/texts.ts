import { ownMember } from '../../../platform/own-member.ts';

/** Why a page refuses a gift card. */
export type GiftCardFault =
  | 'missing'
  | 'unknown'
  | 'empty'
  | 'expired'
  | 'cancelled'
  | 'blocked'
  | 'held'
  | 'notMoney'
  | 'currency'
  | 'already'
  | 'most'
  | 'busy'
  | 'other';

/** Texts about gift cards that pay for an order. `{}` is a placeholder. */
export interface GiftCardTexts {
  heading: string;
  payWith: string;
  another: string;
  code: string;
  use: string;
  /** `{}`: the last four characters of its code. */
  card: string;
  /** `{}`: the value that remains on the card. */
  left: string;
  remove: string;
  due: string;
  /** Label of the amount that the cards do not pay. */
  rest: string;
  /** Button of the summary that places the order and opens the form for a gift card code. */
  order: string;
  orderHint: string;
  faults: Record<GiftCardFault, string>;
  wait: (minutes: number) => string;
}

const en: GiftCardTexts = {
  heading: 'Gift cards',
  payWith: 'Pay with a gift card',
  another: 'Use another gift card',
  code: 'Gift card code',
  use: 'Use gift card',
  card: 'Gift card ending {}',
  left: '{} left on the card',
  remove: 'Remove',
  due: 'Left to pay',
  rest: 'Other payment',
  order: 'Order and pay with a gift card',
  orderHint: 'You enter the code on the next page, and pay anything the card does not cover there.',
  faults: {
    missing: 'Enter the gift card code.',
    unknown: 'This code does not exist. Check it and try again.',
    empty: 'Nothing is left on this gift card.',
    expired: 'This gift card has expired.',
    cancelled: 'This gift card is no longer valid.',
    blocked: 'This gift card cannot be used at the moment. Ask the shop.',
    held: 'The value of this gift card is reserved for another purchase.',
    notMoney: 'This code is not a gift card with an amount of money, so it cannot pay an order.',
    currency: 'This gift card is in another currency.',
    already: 'This gift card is already used for this order.',
    most: 'An order takes at most five gift cards.',
    busy: 'The gift card could not be used just now. Try again in a moment.',
    other: 'This gift card cannot be used here.',
  },
  wait: (minutes) =>
    `Too many wrong codes. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} before you enter a code again.`,
};

const da: GiftCardTexts = {
  heading: 'Gavekort',
  payWith: 'Betal med et gavekort',
  another: 'Brug endnu et gavekort',
  code: 'Gavekortets kode',
  use: 'Brug gavekort',
  card: 'Gavekort, der slutter på {}',
  left: '{} tilbage på kortet',
  remove: 'Fjern',
  due: 'Til betaling',
  rest: 'Anden betaling',
  order: 'Bestil og betal med et gavekort',
  orderHint: 'Du skriver koden på næste side. Det, kortet ikke dækker, betaler du samme sted.',
  faults: {
    missing: 'Skriv gavekortets kode.',
    unknown: 'Koden findes ikke. Tjek den, og prøv igen.',
    empty: 'Der er ikke mere på gavekortet.',
    expired: 'Gavekortet er udløbet.',
    cancelled: 'Gavekortet er ikke længere gyldigt.',
    blocked: 'Gavekortet kan ikke bruges lige nu. Spørg butikken.',
    held: 'Gavekortets beløb er reserveret til et andet køb.',
    notMoney: 'Koden er ikke et gavekort med et beløb, så den kan ikke betale en ordre.',
    currency: 'Gavekortet er i en anden valuta.',
    already: 'Gavekortet bruges allerede til denne ordre.',
    most: 'En ordre kan betales med højst fem gavekort.',
    busy: 'Gavekortet kunne ikke bruges lige nu. Prøv igen om lidt.',
    other: 'Gavekortet kan ikke bruges her.',
  },
  wait: (minutes) =>
    `For mange forkerte koder. Vent ${minutes === 1 ? 'et minut' : `${minutes} minutter`}, før du skriver en kode igen.`,
};

const sv: GiftCardTexts = {
  heading: 'Presentkort',
  payWith: 'Betala med presentkort',
  another: 'Använd ett presentkort till',
  code: 'Presentkortets kod',
  use: 'Använd presentkort',
  card: 'Presentkort som slutar på {}',
  left: '{} kvar på kortet',
  remove: 'Ta bort',
  due: 'Kvar att betala',
  rest: 'Annan betalning',
  order: 'Beställ och betala med presentkort',
  orderHint: 'Du anger koden på nästa sida. Det som kortet inte täcker betalar du där.',
  faults: {
    missing: 'Ange presentkortets kod.',
    unknown: 'Koden finns inte. Kontrollera den och försök igen.',
    empty: 'Det finns inget kvar på presentkortet.',
    expired: 'Presentkortet har gått ut.',
    cancelled: 'Presentkortet gäller inte längre.',
    blocked: 'Presentkortet kan inte användas just nu. Fråga butiken.',
    held: 'Presentkortets belopp är reserverat för ett annat köp.',
    notMoney: 'Koden är inte ett presentkort med ett belopp och kan inte betala en order.',
    currency: 'Presentkortet är i en annan valuta.',
    already: 'Presentkortet används redan för den här ordern.',
    most: 'En order kan betalas med högst fem presentkort.',
    busy: 'Presentkortet kunde inte användas just nu. Försök igen om en stund.',
    other: 'Presentkortet kan inte användas här.',
  },
  wait: (minutes) =>
    `För många felaktiga koder. Vänta ${minutes === 1 ? 'en minut' : `${minutes} minuter`} innan du anger en kod igen.`,
};

const de: GiftCardTexts = {
  heading: 'Gutscheine',
  payWith: 'Mit einem Gutschein bezahlen',
  another: 'Weiteren Gutschein verwenden',
  code: 'Code des Gutscheins',
  use: 'Gutschein einlösen',
  card: 'Gutschein mit der Endung {}',
  left: '{} bleiben auf dem Gutschein',
  remove: 'Entfernen',
  due: 'Noch zu zahlen',
  rest: 'Andere Zahlung',
  order: 'Zahlungspflichtig bestellen und mit Gutschein bezahlen',
  orderHint: 'Den Code geben Sie auf der nächsten Seite ein. Was der Gutschein nicht deckt, zahlen Sie dort.',
  faults: {
    missing: 'Geben Sie den Code des Gutscheins ein.',
    unknown: 'Diesen Code gibt es nicht. Prüfen Sie ihn und versuchen Sie es erneut.',
    empty: 'Auf diesem Gutschein ist kein Guthaben mehr.',
    expired: 'Dieser Gutschein ist abgelaufen.',
    cancelled: 'Dieser Gutschein ist nicht mehr gültig.',
    blocked: 'Dieser Gutschein kann zurzeit nicht verwendet werden. Fragen Sie im Shop nach.',
    held: 'Das Guthaben dieses Gutscheins ist für einen anderen Kauf reserviert.',
    notMoney: 'Dieser Code ist kein Gutschein über einen Betrag und kann keine Bestellung bezahlen.',
    currency: 'Dieser Gutschein lautet auf eine andere Währung.',
    already: 'Dieser Gutschein wird für diese Bestellung bereits verwendet.',
    most: 'Eine Bestellung kann mit höchstens fünf Gutscheinen bezahlt werden.',
    busy: 'Der Gutschein konnte gerade nicht verwendet werden. Versuchen Sie es gleich noch einmal.',
    other: 'Dieser Gutschein kann hier nicht verwendet werden.',
  },
  wait: (minutes) =>
    `Zu viele falsche Codes. Warten Sie ${minutes === 1 ? 'eine Minute' : `${minutes} Minuten`}, bevor Sie wieder einen Code eingeben.`,
};

const nb: GiftCardTexts = {
  heading: 'Gavekort',
  payWith: 'Betal med et gavekort',
  another: 'Bruk et gavekort til',
  code: 'Koden på gavekortet',
  use: 'Bruk gavekort',
  card: 'Gavekort som slutter på {}',
  left: '{} igjen på kortet',
  remove: 'Fjern',
  due: 'Gjenstår å betale',
  rest: 'Annen betaling',
  order: 'Bestill og betal med et gavekort',
  orderHint: 'Du skriver koden på neste side. Det kortet ikke dekker, betaler du samme sted.',
  faults: {
    missing: 'Skriv koden på gavekortet.',
    unknown: 'Koden finnes ikke. Sjekk den og prøv igjen.',
    empty: 'Det er ikke mer igjen på gavekortet.',
    expired: 'Gavekortet er utløpt.',
    cancelled: 'Gavekortet er ikke lenger gyldig.',
    blocked: 'Gavekortet kan ikke brukes akkurat nå. Spør butikken.',
    held: 'Beløpet på gavekortet er reservert for et annet kjøp.',
    notMoney: 'Koden er ikke et gavekort med et beløp, så den kan ikke betale en ordre.',
    currency: 'Gavekortet er i en annen valuta.',
    already: 'Gavekortet brukes allerede til denne ordren.',
    most: 'En ordre kan betales med høyst fem gavekort.',
    busy: 'Gavekortet kunne ikke brukes akkurat nå. Prøv igjen om litt.',
    other: 'Gavekortet kan ikke brukes her.',
  },
  wait: (minutes) =>
    `For mange feil koder. Vent ${minutes === 1 ? 'ett minutt' : `${minutes} minutter`} før du skriver en kode igjen.`,
};

const nn: GiftCardTexts = {
  heading: 'Gåvekort',
  payWith: 'Betal med eit gåvekort',
  another: 'Bruk eit gåvekort til',
  code: 'Koden på gåvekortet',
  use: 'Bruk gåvekort',
  card: 'Gåvekort som sluttar på {}',
  left: '{} att på kortet',
  remove: 'Fjern',
  due: 'Står att å betale',
  rest: 'Anna betaling',
  order: 'Bestill og betal med eit gåvekort',
  orderHint: 'Du skriv koden på neste side. Det kortet ikkje dekkjer, betaler du same staden.',
  faults: {
    missing: 'Skriv koden på gåvekortet.',
    unknown: 'Koden finst ikkje. Sjekk han og prøv att.',
    empty: 'Det er ikkje meir att på gåvekortet.',
    expired: 'Gåvekortet har gått ut.',
    cancelled: 'Gåvekortet er ikkje lenger gyldig.',
    blocked: 'Gåvekortet kan ikkje brukast akkurat no. Spør butikken.',
    held: 'Beløpet på gåvekortet er reservert for eit anna kjøp.',
    notMoney: 'Koden er ikkje eit gåvekort med eit beløp, så han kan ikkje betale ein ordre.',
    currency: 'Gåvekortet er i ein annan valuta.',
    already: 'Gåvekortet er alt brukt til denne ordren.',
    most: 'Ein ordre kan betalast med høgst fem gåvekort.',
    busy: 'Gåvekortet kunne ikkje brukast akkurat no. Prøv att om litt.',
    other: 'Gåvekortet kan ikkje brukast her.',
  },
  wait: (minutes) =>
    `For mange feil kodar. Vent ${minutes === 1 ? 'eitt minutt' : `${minutes} minutt`} før du skriv ein kode att.`,
};

const LANGUAGES: Readonly<Record<string, GiftCardTexts>> = { en, da, sv, de, nb, nn, no: nb };

/** The texts for a language tag; English for an unknown one. */
export const giftCardTexts = (tag: string): GiftCardTexts =>
  ownMember(LANGUAGES, tag.split('-')[0]?.toLowerCase() ?? '') ?? en;

/** Fills the placeholder of a text. */
export const fillPlaceholder = (text: string, value: string): string => text.replace('{}', () => value);
