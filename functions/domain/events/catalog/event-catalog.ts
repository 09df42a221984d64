import { ownMember } from '../../../platform/own-member.ts';
import { catalog, type CatalogEntry } from './entry.ts';
import { ITEM_EVENTS } from './item-events.ts';

/**
 * Events of orders, in listed order (lib/reference/events.md#types). A new event is one entry here and a rule of the
 * order's life (CONTRIBUTING.md#an-event).
 */
export const ORDER_EVENTS = catalog('0.1.0', {
  'order.created': {
    meaning: 'An order was created and is waiting for payment.',
    name: {
      da: 'En ordre blev afgivet',
      en: 'An order was placed',
      de: 'Eine Bestellung ging ein',
      sv: 'En order lades',
      no: 'En ordre ble lagt inn',
    },
  },
  'order.payment_authorized': {
    meaning: 'The payment was authorized; fulfillment may still be in progress.',
    name: {
      da: 'Betalingen blev reserveret',
      en: 'The payment was authorized',
      de: 'Die Zahlung wurde reserviert',
      sv: 'Betalningen reserverades',
      no: 'Betalingen ble reservert',
    },
  },
  'order.fulfilled': {
    meaning: 'All items were issued and sent; of a scheduled order, at its delivery time.',
    name: {
      da: 'En ordre blev gennemført',
      en: 'An order was fulfilled',
      de: 'Eine Bestellung wurde ausgeführt',
      sv: 'En order slutfördes',
      no: 'En ordre ble fullført',
    },
  },
  'order.delivery_changed': {
    meaning: 'The `send_at` or the address of a scheduled order was changed.',
    name: {
      da: 'En levering blev ændret',
      en: 'A delivery was changed',
      de: 'Eine Lieferung wurde geändert',
      sv: 'En leverans ändrades',
      no: 'En levering ble endret',
    },
  },
  'order.payment_failed': {
    meaning: 'An attempt to pay failed. The buyer can try again with the same order.',
    name: {
      da: 'En betaling mislykkedes',
      en: 'A payment failed',
      de: 'Eine Zahlung schlug fehl',
      sv: 'En betalning misslyckades',
      no: 'En betaling mislyktes',
    },
  },
  'order.refunded': {
    meaning: 'The payment was refunded in full.',
    name: {
      da: 'En ordre blev betalt helt tilbage',
      en: 'An order was refunded in full',
      de: 'Eine Bestellung wurde ganz erstattet',
      sv: 'En order återbetalades helt',
      no: 'En ordre ble betalt helt tilbake',
    },
  },
  'order.partially_refunded': {
    meaning: 'The payment was refunded in part.',
    name: {
      da: 'En del af en ordre blev betalt tilbage',
      en: 'An order was refunded in part',
      de: 'Eine Bestellung wurde teilweise erstattet',
      sv: 'En del av en order återbetalades',
      no: 'En del av en ordre ble betalt tilbake',
    },
  },
  'order.expired': {
    meaning: 'The order expired before it was paid. It has no further events.',
    name: {
      da: 'En ordre udløb ubetalt',
      en: 'An order expired unpaid',
      de: 'Eine Bestellung lief unbezahlt ab',
      sv: 'En order gick ut obetald',
      no: 'En ordre utløp ubetalt',
    },
  },
});

/** Event types that changes of an order can emit. */
export type OrderEventType = keyof typeof ORDER_EVENTS;

/** The test event: delivered regardless of subscriptions. */
export const PING = 'webhook.ping';

/** Sent when an endpoint of the company was disabled, to its other endpoints. */
export const ENDPOINT_DISABLED = 'webhook.endpoint_disabled';

/** Sent when a shipment was posted. */
export const SHIPMENT_POSTED = 'shipment.posted';

/** Every type that an endpoint may subscribe to. */
export const SUBSCRIBABLE = {
  ...ORDER_EVENTS,
  ...ITEM_EVENTS,
  ...catalog('0.1.0', {
    [SHIPMENT_POSTED]: {
      meaning: 'The cards of a postal order were posted.',
      name: {
        da: 'En forsendelse blev afsendt',
        en: 'A shipment was posted',
        de: 'Eine Sendung wurde aufgegeben',
        sv: 'En försändelse skickades',
        no: 'En forsendelse ble sendt',
      },
    },
    [ENDPOINT_DISABLED]: {
      meaning: 'An endpoint of the company was disabled. Sent to its other endpoints.',
      name: {
        da: 'En modtageradresse blev slået fra',
        en: 'An endpoint was disabled',
        de: 'Ein Endpunkt wurde abgeschaltet',
        sv: 'En mottagaradress stängdes av',
        no: 'En mottakeradresse ble slått av',
      },
    },
  }),
};

export const EVENTS = {
  ...SUBSCRIBABLE,
  ...catalog('0.1.0', {
    [PING]: {
      meaning: 'A test event, sent on request regardless of subscriptions.',
      name: { da: 'Prøvebesked', en: 'Test message', de: 'Testnachricht', sv: 'Testmeddelande', no: 'Prøvemelding' },
    },
  }),
};

export type WebhookEventType = keyof typeof EVENTS;

/** Rows of a newer release may have events that this one does not know. */
export const isOrderEventType = (type: string): type is OrderEventType => Object.hasOwn(ORDER_EVENTS, type);

const ENTRIES: Readonly<Record<string, CatalogEntry | undefined>> = EVENTS;

/** The entry of a type; undefined for an unknown one. */
export const eventEntry = (type: string): CatalogEntry | undefined => ownMember(ENTRIES, type);
