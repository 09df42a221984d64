import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts about reserved value, blocks, extended validity, and gift cards that pay for orders. */
interface HoldTexts {
  held: string;
  available: string;
  blocked: string;
  /** Shown if there is no reason. */
  noReason: string;
  blockTitle: string;
  blockText: string;
  reason: string;
  block: string;
  unblock: string;
  unblockText: string;
  extendTitle: string;
  extendText: string;
  newValidity: string;
  extend: string;
  requiredReason: string;
  adjustTitle: string;
  adjustText: string;
  amount: string;
  raise: string;
  lower: string;
  raised: (amount: string) => string;
  lowered: (amount: string) => string;
  /** A typed plus or minus sign contradicts the button. */
  wrongSign: string;
  /** Reason of an adjustment that reverses an earlier one. */
  undone: string;
  replaceTitle: string;
  replaceText: string;
  replaceEmail: string;
  replace: string;
  /** Labels and text of links between an item and the one that replaced it. */
  replacedBy: string;
  replaces: string;
  showItem: string;
  done: Record<'blocked' | 'unblocked' | 'extended' | 'adjust_undone' | 'replaced', string>;
  giftCards: string;
  /** Part of the refunded amount. */
  refundedToCards: string;
  card: string;
  ending: (last4: string) => string;
  states: Record<'held' | 'captured' | 'released', string>;
  due: string;
}

export const HOLD_TEXTS: Readonly<Record<PageLanguage, HoldTexts>> = {
  en: {
    held: 'Held',
    available: 'Available',
    blocked: 'Blocked',
    noReason: 'no reason given',
    blockTitle: 'Block this item',
    blockText: 'A blocked item cannot be redeemed or held. What is held already can still be redeemed.',
    reason: 'Reason (optional)',
    block: 'Block',
    unblock: 'Unblock',
    unblockText: 'The item is blocked. It can be redeemed again once it is unblocked.',
    extendTitle: 'Extend the validity',
    extendText: 'An expired item with value left becomes valid again.',
    newValidity: 'New last day',
    extend: 'Extend',
    requiredReason: 'Reason',
    adjustTitle: 'Adjust the value',
    adjustText: 'Raise or lower what the card is worth. Added value is never paid out.',
    amount: 'Amount',
    raise: 'Raise',
    lower: 'Lower',
    raised: (amount) => `The value was raised by ${amount}.`,
    lowered: (amount) => `The value was lowered by ${amount}.`,
    wrongSign: 'The sign does not match the button. Enter the amount without a sign.',
    undone: 'Undone',
    replaceTitle: 'Replace the code',
    replaceText:
      'The item gets a new code with the same value and validity. The current code stops working immediately.',
    replaceEmail: 'Email the new document to (optional)',
    replace: 'Replace',
    replacedBy: 'Replaced by',
    replaces: 'Replaces',
    showItem: 'Show the item',
    done: {
      blocked: 'The item is blocked.',
      unblocked: 'The item is no longer blocked.',
      extended: 'Extended.',
      adjust_undone: 'The value is as before.',
      replaced: 'The item has a new code. The old code is no longer valid.',
    },
    giftCards: 'Gift cards that pay the order',
    refundedToCards: 'Of which to gift cards',
    card: 'Gift card',
    ending: (last4) => `Ending ${last4}`,
    states: { held: 'held', captured: 'redeemed', released: 'removed' },
    due: 'Left to pay',
  },
  da: {
    held: 'Reserveret',
    available: 'Til rådighed',
    blocked: 'Spærret',
    noReason: 'ingen begrundelse',
    blockTitle: 'Spær koden',
    blockText:
      'En spærret kode kan hverken indløses eller reserveres. Det, der allerede er reserveret, kan stadig indløses.',
    reason: 'Begrundelse (valgfri)',
    block: 'Spær',
    unblock: 'Ophæv spærring',
    unblockText: 'Koden er spærret. Den kan indløses igen, når spærringen er ophævet.',
    extendTitle: 'Forlæng gyldigheden',
    extendText: 'En udløbet kode med værdi tilbage bliver gyldig igen.',
    newValidity: 'Ny sidste dag',
    extend: 'Forlæng',
    requiredReason: 'Begrundelse',
    adjustTitle: 'Ret værdien',
    adjustText: 'Hæv eller sænk kortets værdi. Tilføjet værdi udbetales aldrig.',
    amount: 'Beløb',
    raise: 'Hæv',
    lower: 'Sænk',
    raised: (amount) => `Værdien er ${amount} højere.`,
    lowered: (amount) => `Værdien er ${amount} lavere.`,
    wrongSign: 'Fortegnet passer ikke til knappen. Skriv beløbet uden fortegn.',
    undone: 'Tilbageført',
    replaceTitle: 'Erstat koden',
    replaceText: 'Koden erstattes af en ny med samme værdi og gyldighed. Den nuværende kode virker ikke længere.',
    replaceEmail: 'Send det nye dokument til (valgfrit)',
    replace: 'Erstat',
    replacedBy: 'Erstattet af',
    replaces: 'Erstatter',
    showItem: 'Vis koden',
    done: {
      blocked: 'Koden er spærret.',
      unblocked: 'Koden er ikke længere spærret.',
      extended: 'Forlænget.',
      adjust_undone: 'Værdien er som før.',
      replaced: 'Koden er erstattet af en ny. Den gamle gælder ikke længere.',
    },
    giftCards: 'Gavekort, der betaler ordren',
    refundedToCards: 'Heraf til gavekort',
    card: 'Gavekort',
    ending: (last4) => `Slutter på ${last4}`,
    states: { held: 'reserveret', captured: 'indløst', released: 'fjernet' },
    due: 'Til betaling',
  },
  de: {
    held: 'Reserviert',
    available: 'Verfügbar',
    blocked: 'Gesperrt',
    noReason: 'ohne Begründung',
    blockTitle: 'Code sperren',
    blockText:
      'Ein gesperrter Code kann weder eingelöst noch reserviert werden. Was schon reserviert ist, kann noch eingelöst werden.',
    reason: 'Grund (optional)',
    block: 'Sperren',
    unblock: 'Sperre aufheben',
    unblockText: 'Der Code ist gesperrt. Nach dem Aufheben der Sperre kann er wieder eingelöst werden.',
    extendTitle: 'Gültigkeit verlängern',
    extendText: 'Ein abgelaufener Code mit Restwert wird wieder gültig.',
    newValidity: 'Neuer letzter Tag',
    extend: 'Verlängern',
    requiredReason: 'Grund',
    adjustTitle: 'Wert anpassen',
    adjustText: 'Den Wert des Gutscheins erhöhen oder senken. Hinzugefügter Wert wird nie ausgezahlt.',
    amount: 'Betrag',
    raise: 'Erhöhen',
    lower: 'Senken',
    raised: (amount) => `Der Wert wurde um ${amount} erhöht.`,
    lowered: (amount) => `Der Wert wurde um ${amount} gesenkt.`,
    wrongSign: 'Das Vorzeichen passt nicht zur Schaltfläche. Bitte den Betrag ohne Vorzeichen eingeben.',
    undone: 'Zurückgebucht',
    replaceTitle: 'Code ersetzen',
    replaceText:
      'Der Gutschein erhält einen neuen Code mit gleichem Wert und gleicher Gültigkeit. Der bisherige Code ist sofort ungültig.',
    replaceEmail: 'Neues Dokument senden an (optional)',
    replace: 'Ersetzen',
    replacedBy: 'Ersetzt durch',
    replaces: 'Ersetzt',
    showItem: 'Code anzeigen',
    done: {
      blocked: 'Der Code ist gesperrt.',
      unblocked: 'Der Code ist nicht mehr gesperrt.',
      extended: 'Verlängert.',
      adjust_undone: 'Der Wert ist wie zuvor.',
      replaced: 'Der Code wurde durch einen neuen ersetzt. Der alte gilt nicht mehr.',
    },
    giftCards: 'Gutscheine, die die Bestellung bezahlen',
    refundedToCards: 'Davon an Gutscheine',
    card: 'Gutschein',
    ending: (last4) => `Endung ${last4}`,
    states: { held: 'reserviert', captured: 'eingelöst', released: 'entfernt' },
    due: 'Noch zu zahlen',
  },
  sv: {
    held: 'Reserverat',
    available: 'Tillgängligt',
    blocked: 'Spärrad',
    noReason: 'ingen orsak angiven',
    blockTitle: 'Spärra koden',
    blockText:
      'En spärrad kod kan varken lösas in eller reserveras. Det som redan är reserverat kan fortfarande lösas in.',
    reason: 'Orsak (valfritt)',
    block: 'Spärra',
    unblock: 'Häv spärren',
    unblockText: 'Koden är spärrad. Den kan lösas in igen när spärren är hävd.',
    extendTitle: 'Förläng giltigheten',
    extendText: 'En utgången kod med värde kvar blir giltig igen.',
    newValidity: 'Ny sista dag',
    extend: 'Förläng',
    requiredReason: 'Orsak',
    adjustTitle: 'Justera värdet',
    adjustText: 'Höj eller sänk kortets värde. Tillagt värde betalas aldrig ut.',
    amount: 'Belopp',
    raise: 'Höj',
    lower: 'Sänk',
    raised: (amount) => `Värdet har höjts med ${amount}.`,
    lowered: (amount) => `Värdet har sänkts med ${amount}.`,
    wrongSign: 'Tecknet stämmer inte med knappen. Ange beloppet utan plus eller minus.',
    undone: 'Återfört',
    replaceTitle: 'Ersätt koden',
    replaceText: 'Koden ersätts av en ny med samma värde och giltighet. Den nuvarande koden slutar gälla direkt.',
    replaceEmail: 'Skicka det nya dokumentet till (valfritt)',
    replace: 'Ersätt',
    replacedBy: 'Ersatt av',
    replaces: 'Ersätter',
    showItem: 'Visa koden',
    done: {
      blocked: 'Koden är spärrad.',
      unblocked: 'Koden är inte längre spärrad.',
      extended: 'Förlängd.',
      adjust_undone: 'Värdet är som förut.',
      replaced: 'Koden har ersatts av en ny. Den gamla gäller inte längre.',
    },
    giftCards: 'Presentkort som betalar ordern',
    refundedToCards: 'Varav till presentkort',
    card: 'Presentkort',
    ending: (last4) => `Slutar på ${last4}`,
    states: { held: 'reserverat', captured: 'inlöst', released: 'borttaget' },
    due: 'Kvar att betala',
  },
  no: {
    held: 'Reservert',
    available: 'Tilgjengelig',
    blocked: 'Sperret',
    noReason: 'ingen begrunnelse',
    blockTitle: 'Sperr koden',
    blockText:
      'En sperret kode kan verken løses inn eller reserveres. Det som allerede er reservert, kan fortsatt løses inn.',
    reason: 'Begrunnelse (valgfri)',
    block: 'Sperr',
    unblock: 'Opphev sperring',
    unblockText: 'Koden er sperret. Den kan løses inn igjen når sperringen er opphevet.',
    extendTitle: 'Forleng gyldigheten',
    extendText: 'En utløpt kode med verdi igjen blir gyldig igjen.',
    newValidity: 'Ny siste dag',
    extend: 'Forleng',
    requiredReason: 'Begrunnelse',
    adjustTitle: 'Juster verdien',
    adjustText: 'Øk eller senk verdien på kortet. Tillagt verdi betales aldri ut.',
    amount: 'Beløp',
    raise: 'Øk',
    lower: 'Senk',
    raised: (amount) => `Verdien er økt med ${amount}.`,
    lowered: (amount) => `Verdien er senket med ${amount}.`,
    wrongSign: 'Fortegnet passer ikke til knappen. Skriv beløpet uten fortegn.',
    undone: 'Tilbakeført',
    replaceTitle: 'Erstatt koden',
    replaceText:
      'Koden erstattes av en ny med samme verdi og gyldighet. Den nåværende koden slutter å virke med en gang.',
    replaceEmail: 'Send det nye dokumentet til (valgfritt)',
    replace: 'Erstatt',
    replacedBy: 'Erstattet av',
    replaces: 'Erstatter',
    showItem: 'Vis koden',
    done: {
      blocked: 'Koden er sperret.',
      unblocked: 'Koden er ikke lenger sperret.',
      extended: 'Forlenget.',
      adjust_undone: 'Verdien er som før.',
      replaced: 'Koden er erstattet av en ny. Den gamle gjelder ikke lenger.',
    },
    giftCards: 'Gavekort som betaler ordren',
    refundedToCards: 'Herav til gavekort',
    card: 'Gavekort',
    ending: (last4) => `Slutter på ${last4}`,
    states: { held: 'reservert', captured: 'løst inn', released: 'fjernet' },
    due: 'Gjenstår å betale',
  },
};
