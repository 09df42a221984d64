import type { Language } from '../../domain/fulfillment/documents/schema.ts';
import type { Obstacle } from '../../domain/value/items/rules.ts';

/** Why an item cannot be used. An empty card has the text of a redeemed one; held and blocked items that of disputed ones. */
type ShownObstacle = Exclude<Obstacle, 'held' | 'blocked' | 'empty'>;

interface Words extends Record<ShownObstacle, string> {
  valid: string;
  /** The item has expired but is still accepted. */
  expiredAccepted: string;
  /** The item has a new code. */
  replaced: string;
  replacedText: string;
}

/** States of items on the page of a code. */
interface StateTexts {
  card: Words;
  /** Where the words differ from those of cards. In some languages, tickets have another gender. */
  ticket: Partial<Words>;
  dormant: string;
  /** What has to happen before the item can be used. */
  waitsFor: Record<'dormant' | Extract<ShownObstacle, 'unpaid' | 'disputed'>, string>;
}

const TEXTS: Readonly<Record<Language, StateTexts>> = {
  en: {
    card: {
      valid: 'Valid',
      used: 'Used up',
      expired: 'Expired',
      cancelled: 'Cancelled',
      unpaid: 'Not paid yet',
      disputed: 'Cannot be used at the moment',
      expiredAccepted: 'Expired, but still accepted',
      replaced: 'Replaced',
      replacedText: 'This code was replaced by a new one. Use the latest card that the shop has sent.',
    },
    ticket: {
      used: 'Used',
      replacedText: 'This code was replaced by a new one. Use the latest ticket that the shop has sent.',
    },
    dormant: 'Not activated yet',
    waitsFor: {
      dormant: 'The shop has to activate the card before it can be used.',
      unpaid: 'The code can be used once it is paid for.',
      disputed: 'The code is on hold, but not cancelled.',
    },
  },
  da: {
    card: {
      valid: 'Gyldigt',
      used: 'Brugt op',
      expired: 'Udløbet',
      cancelled: 'Annulleret',
      unpaid: 'Ikke betalt endnu',
      disputed: 'Kan ikke bruges lige nu',
      expiredAccepted: 'Udløbet, men kan stadig bruges',
      replaced: 'Erstattet',
      replacedText: 'Koden er erstattet af en ny. Brug det nyeste kort, som butikken har sendt.',
    },
    ticket: {
      valid: 'Gyldig',
      used: 'Brugt',
      replacedText: 'Koden er erstattet af en ny. Brug den nyeste billet, som butikken har sendt.',
    },
    dormant: 'Ikke aktiveret endnu',
    waitsFor: {
      dormant: 'Butikken skal aktivere kortet, før det kan bruges.',
      unpaid: 'Koden kan bruges, når den er betalt.',
      disputed: 'Koden er sat på pause, men ikke annulleret.',
    },
  },
  sv: {
    card: {
      valid: 'Giltigt',
      used: 'Förbrukat',
      expired: 'Utgånget',
      cancelled: 'Makulerat',
      unpaid: 'Inte betalt ännu',
      disputed: 'Kan inte användas just nu',
      expiredAccepted: 'Utgånget, men kan fortfarande användas',
      replaced: 'Ersatt',
      replacedText: 'Koden har ersatts av en ny. Använd det senaste kortet som butiken har skickat.',
    },
    ticket: {
      valid: 'Giltig',
      used: 'Använd',
      expired: 'Utgången',
      cancelled: 'Makulerad',
      unpaid: 'Inte betald ännu',
      expiredAccepted: 'Utgången, men kan fortfarande användas',
      replacedText: 'Koden har ersatts av en ny. Använd den senaste biljetten som butiken har skickat.',
    },
    dormant: 'Inte aktiverat ännu',
    waitsFor: {
      dormant: 'Butiken måste aktivera kortet innan det kan användas.',
      unpaid: 'Koden kan användas när den är betald.',
      disputed: 'Koden är pausad, men inte makulerad.',
    },
  },
  de: {
    card: {
      valid: 'Gültig',
      used: 'Aufgebraucht',
      expired: 'Abgelaufen',
      cancelled: 'Storniert',
      unpaid: 'Noch nicht bezahlt',
      disputed: 'Zurzeit nicht einlösbar',
      expiredAccepted: 'Abgelaufen, wird aber noch angenommen',
      replaced: 'Ersetzt',
      replacedText:
        'Dieser Code wurde durch einen neuen ersetzt. Verwenden Sie den neuesten Gutschein, den der Shop geschickt hat.',
    },
    ticket: {
      used: 'Eingelöst',
      disputed: 'Zurzeit nicht gültig',
      replacedText:
        'Dieser Code wurde durch einen neuen ersetzt. Verwenden Sie das neueste Ticket, das der Shop geschickt hat.',
    },
    dormant: 'Noch nicht aktiviert',
    waitsFor: {
      dormant: 'Der Shop muss den Gutschein aktivieren, bevor er eingelöst werden kann.',
      unpaid: 'Der Code kann eingelöst werden, sobald er bezahlt ist.',
      disputed: 'Der Code ist vorübergehend gesperrt, aber nicht storniert.',
    },
  },
  nb: {
    card: {
      valid: 'Gyldig',
      used: 'Brukt opp',
      expired: 'Utløpt',
      cancelled: 'Annullert',
      unpaid: 'Ikke betalt ennå',
      disputed: 'Kan ikke brukes akkurat nå',
      expiredAccepted: 'Utløpt, men kan fortsatt brukes',
      replaced: 'Erstattet',
      replacedText: 'Koden er erstattet av en ny. Bruk det nyeste kortet som butikken har sendt.',
    },
    ticket: {
      used: 'Brukt',
      replacedText: 'Koden er erstattet av en ny. Bruk den nyeste billetten som butikken har sendt.',
    },
    dormant: 'Ikke aktivert ennå',
    waitsFor: {
      dormant: 'Butikken må aktivere kortet før det kan brukes.',
      unpaid: 'Koden kan brukes når den er betalt.',
      disputed: 'Koden er satt på pause, men ikke annullert.',
    },
  },
  nn: {
    card: {
      valid: 'Gyldig',
      used: 'Brukt opp',
      expired: 'Gått ut',
      cancelled: 'Annullert',
      unpaid: 'Ikkje betalt enno',
      disputed: 'Kan ikkje brukast no',
      expiredAccepted: 'Gått ut, men kan framleis brukast',
      replaced: 'Erstatta',
      replacedText: 'Koden er erstatta av ein ny. Bruk det nyaste kortet som butikken har sendt.',
    },
    ticket: {
      used: 'Brukt',
      replacedText: 'Koden er erstatta av ein ny. Bruk den nyaste billetten som butikken har sendt.',
    },
    dormant: 'Ikkje aktivert enno',
    waitsFor: {
      dormant: 'Butikken må aktivere kortet før det kan brukast.',
      unpaid: 'Koden kan brukast når han er betalt.',
      disputed: 'Koden er sett på pause, men ikkje annullert.',
    },
  },
};

export const stateTexts = (language: Language): StateTexts => TEXTS[language];
