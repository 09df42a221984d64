import { catalog } from './entry.ts';

/** Events of items (lib/reference/events.md#types). */
export const ITEM_EVENTS = catalog('0.1.0', {
  'item.issued': {
    meaning: 'An item was issued.',
    name: {
      da: 'Et gavekort eller en billet blev udstedt',
      en: 'An item was issued',
      de: 'Ein Artikel wurde ausgestellt',
      sv: 'En artikel utfärdades',
      no: 'En vare ble utstedt',
    },
  },
  'item.activated': {
    meaning: 'An item was activated: it can be claimed from now on.',
    name: {
      da: 'En vare blev aktiveret',
      en: 'An item was activated',
      de: 'Ein Artikel wurde aktiviert',
      sv: 'En artikel aktiverades',
      no: 'En vare ble aktivert',
    },
  },
  'item.claimed': {
    meaning: 'An item was claimed in full or in part, also by a captured redemption.',
    name: {
      da: 'En vare blev indløst',
      en: 'An item was redeemed',
      de: 'Ein Artikel wurde eingelöst',
      sv: 'En artikel löstes in',
      no: 'En vare ble løst inn',
    },
  },
  'item.refunded': {
    meaning: 'Claimed value was returned to an item.',
    name: {
      da: 'Værdi blev ført tilbage til en vare',
      en: 'Value was returned to an item',
      de: 'Wert wurde einem Artikel gutgeschrieben',
      sv: 'Värde återfördes till en artikel',
      no: 'Verdi ble ført tilbake til en vare',
    },
  },
  'item.cancelled': {
    meaning: 'An item was cancelled and can no longer be claimed.',
    name: {
      da: 'En vare blev annulleret',
      en: 'An item was cancelled',
      de: 'Ein Artikel wurde storniert',
      sv: 'En artikel makulerades',
      no: 'En vare ble annullert',
    },
  },
  'item.withdrawn': {
    meaning: 'A refund of the order or a dispute took value from an item.',
    name: {
      da: 'Værdi blev trukket fra en vare',
      en: 'Value was withdrawn from an item',
      de: 'Wert wurde einem Artikel entzogen',
      sv: 'Värde drogs från en artikel',
      no: 'Verdi ble trukket fra en vare',
    },
  },
  'item.blocked': {
    meaning: 'An item was blocked: it cannot be claimed until it is unblocked.',
    name: {
      da: 'En vare blev spærret',
      en: 'An item was blocked',
      de: 'Ein Artikel wurde gesperrt',
      sv: 'En artikel spärrades',
      no: 'En vare ble sperret',
    },
  },
  'item.unblocked': {
    meaning: 'A blocked item was unblocked.',
    name: {
      da: 'En spærring blev ophævet',
      en: 'An item was unblocked',
      de: 'Die Sperre eines Artikels wurde aufgehoben',
      sv: 'En spärr hävdes',
      no: 'En sperring ble opphevet',
    },
  },
  'item.replaced': {
    meaning: 'An item was replaced by one with another code. The event is about the old item.',
    name: {
      da: 'En vare fik en ny kode',
      en: 'An item was replaced',
      de: 'Ein Artikel wurde ersetzt',
      sv: 'En artikel ersattes',
      no: 'En vare fikk en ny kode',
    },
  },
  'item.adjusted': {
    meaning: 'The value of an item was raised or lowered.',
    name: {
      da: 'Værdien af en vare blev rettet',
      en: 'The value of an item was adjusted',
      de: 'Der Wert eines Artikels wurde angepasst',
      sv: 'Värdet på en artikel justerades',
      no: 'Verdien av en vare ble justert',
    },
  },
  'item.extended': {
    meaning: 'The validity of an item was extended.',
    name: {
      da: 'En vares gyldighed blev forlænget',
      en: 'The validity of an item was extended',
      de: 'Die Gültigkeit eines Artikels wurde verlängert',
      sv: 'Giltigheten för en artikel förlängdes',
      no: 'Gyldigheten til en vare ble forlenget',
    },
  },
  'item.expiring': {
    meaning: 'An item expires in 60 days, or in 14 days. Sent once for each.',
    name: {
      da: 'En vare udløber snart',
      en: 'An item expires soon',
      de: 'Ein Artikel läuft bald ab',
      sv: 'En artikel går snart ut',
      no: 'En vare utløper snart',
    },
  },
  'item.expired': {
    meaning: 'The validity of an item ended.',
    name: {
      da: 'En vare udløb',
      en: 'An item expired',
      de: 'Ein Artikel ist abgelaufen',
      sv: 'En artikel gick ut',
      no: 'En vare utløp',
    },
  },
});

/** Item events that an endpoint can subscribe to. */
export type ItemEventType = keyof typeof ITEM_EVENTS;
