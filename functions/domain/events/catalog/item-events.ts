import { catalog } from './entry.ts';

/** Events of items (lib/reference/events.md#types). */
export const ITEM_EVENTS = catalog('0.1.0', {
  'item.issued': {
    meaning: 'An item was issued.',
    name: {
      da: 'Vare udstedt',
      en: 'Item issued',
      de: 'Artikel ausgestellt',
      sv: 'Artikel utfärdad',
      no: 'Vare utstedt',
    },
  },
  'item.activated': {
    meaning: 'An item was activated: it can be claimed from now on.',
    name: {
      da: 'Vare aktiveret',
      en: 'Item activated',
      de: 'Artikel aktiviert',
      sv: 'Artikel aktiverad',
      no: 'Vare aktivert',
    },
  },
  'item.claimed': {
    meaning: 'An item was claimed in full or in part, or by the capture of a redemption.',
    name: {
      da: 'Vare indløst',
      en: 'Item redeemed',
      de: 'Artikel eingelöst',
      sv: 'Artikel inlöst',
      no: 'Vare innløst',
    },
  },
  'item.refunded': {
    meaning: 'Claimed value was returned to an item.',
    name: {
      da: 'Værdi tilbageført til en vare',
      en: 'Value returned to an item',
      de: 'Wert einem Artikel gutgeschrieben',
      sv: 'Värde återfört till en artikel',
      no: 'Verdi tilbakeført til en vare',
    },
  },
  'item.cancelled': {
    meaning: 'An item was cancelled and can no longer be claimed.',
    name: {
      da: 'Vare annulleret',
      en: 'Item cancelled',
      de: 'Artikel storniert',
      sv: 'Artikel makulerad',
      no: 'Vare annullert',
    },
  },
  'item.withdrawn': {
    meaning: 'A refund of the order or a dispute took value from an item.',
    name: {
      da: 'Værdi trukket fra en vare',
      en: 'Value withdrawn from an item',
      de: 'Wert einem Artikel entzogen',
      sv: 'Värde draget från en artikel',
      no: 'Verdi trukket fra en vare',
    },
  },
  'item.blocked': {
    meaning: 'An item was blocked: it cannot be claimed until it is unblocked.',
    name: {
      da: 'Vare spærret',
      en: 'Item blocked',
      de: 'Artikel gesperrt',
      sv: 'Artikel spärrad',
      no: 'Vare sperret',
    },
  },
  'item.unblocked': {
    meaning: 'A blocked item was unblocked.',
    name: {
      da: 'Spærring ophævet',
      en: 'Item unblocked',
      de: 'Sperre eines Artikels aufgehoben',
      sv: 'Spärr hävd',
      no: 'Sperring opphevet',
    },
  },
  'item.replaced': {
    meaning: 'An item was replaced by one with another code. The event is about the old item.',
    name: {
      da: 'Vare fik en ny kode',
      en: 'Item replaced',
      de: 'Artikel ersetzt',
      sv: 'Artikel ersatt',
      no: 'Vare fikk en ny kode',
    },
  },
  'item.adjusted': {
    meaning: 'The value of an item was raised or lowered.',
    name: {
      da: 'Værdien af en vare rettet',
      en: 'Value of an item adjusted',
      de: 'Wert eines Artikels angepasst',
      sv: 'Värdet på en artikel justerat',
      no: 'Verdien av en vare justert',
    },
  },
  'item.extended': {
    meaning: 'The validity of an item was extended.',
    name: {
      da: 'En vares gyldighed forlænget',
      en: 'Validity of an item extended',
      de: 'Gültigkeit eines Artikels verlängert',
      sv: 'Giltigheten för en artikel förlängd',
      no: 'Gyldigheten til en vare forlenget',
    },
  },
  'item.expiring': {
    meaning: 'An item expires in 60 days, or in 14 days. The event is sent once for each.',
    name: {
      da: 'Vare udløber snart',
      en: 'Item expires soon',
      de: 'Artikel läuft bald ab',
      sv: 'Artikel går snart ut',
      no: 'Vare utløper snart',
    },
  },
  'item.expired': {
    meaning: 'The validity of an item ended.',
    name: {
      da: 'Vare udløbet',
      en: 'Item expired',
      de: 'Artikel abgelaufen',
      sv: 'Artikel utgången',
      no: 'Vare utløpt',
    },
  },
});

/** Item events that an endpoint can subscribe to. */
export type ItemEventType = keyof typeof ITEM_EVENTS;
