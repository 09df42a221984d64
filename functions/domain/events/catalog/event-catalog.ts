import { ownMember } from '../../../platform/own-member.ts';
import { catalog, type CatalogEntry } from './entry.ts';
import { ITEM_EVENTS } from './item-events.ts';

/**
 * Events of orders, in the order in which they are listed (lib/reference/events.md#types). To add an event, add one
 * entry here and a rule of the order's life (CONTRIBUTING.md#an-event).
 */
export const ORDER_EVENTS = catalog('0.1.0', {
  'order.created': {
    meaning: 'An order was created and is waiting for payment.',
    name: {
      da: 'Ordre afgivet',
      en: 'Order placed',
      de: 'Bestellung eingegangen',
      sv: 'Order lagd',
      no: 'Ordre lagt inn',
    },
  },
  'order.payment_authorized': {
    meaning: 'The payment was authorized; fulfillment may still be in progress.',
    name: {
      da: 'Betaling reserveret',
      en: 'Payment authorized',
      de: 'Zahlung reserviert',
      sv: 'Betalning reserverad',
      no: 'Betaling reservert',
    },
  },
  'order.fulfilled': {
    meaning: 'All items were issued and sent; for a scheduled order, at its `send_at`.',
    name: {
      da: 'Ordre gennemført',
      en: 'Order fulfilled',
      de: 'Bestellung ausgeführt',
      sv: 'Order slutförd',
      no: 'Ordre fullført',
    },
  },
  'order.delivery_changed': {
    meaning: 'The `send_at` or the address of a scheduled order was changed.',
    name: {
      da: 'Levering ændret',
      en: 'Delivery changed',
      de: 'Lieferung geändert',
      sv: 'Leverans ändrad',
      no: 'Levering endret',
    },
  },
  'order.payment_failed': {
    meaning: 'An attempt to pay failed. The buyer can try again with the same order.',
    name: {
      da: 'Betaling mislykkedes',
      en: 'Payment failed',
      de: 'Zahlung fehlgeschlagen',
      sv: 'Betalning misslyckades',
      no: 'Betaling mislyktes',
    },
  },
  'order.refunded': {
    meaning: 'The payment was refunded in full.',
    name: {
      da: 'Ordre refunderet fuldt ud',
      en: 'Order refunded in full',
      de: 'Bestellung vollständig erstattet',
      sv: 'Order helt återbetald',
      no: 'Ordre refundert i sin helhet',
    },
  },
  'order.partially_refunded': {
    meaning: 'The payment was refunded in part.',
    name: {
      da: 'Ordre delvist refunderet',
      en: 'Order refunded in part',
      de: 'Bestellung teilweise erstattet',
      sv: 'Order delvis återbetald',
      no: 'Ordre delvis refundert',
    },
  },
  'order.expired': {
    meaning: 'The order expired before it was paid. It has no further events.',
    name: {
      da: 'Ordre udløbet uden betaling',
      en: 'Order expired unpaid',
      de: 'Bestellung unbezahlt abgelaufen',
      sv: 'Order utgången utan betalning',
      no: 'Ordre utløpt uten betaling',
    },
  },
});

/** Event types that changes to an order can emit. */
export type OrderEventType = keyof typeof ORDER_EVENTS;

/** The test event: delivered regardless of subscriptions. */
export const PING = 'webhook.ping';

/** Sent to the other endpoints of a company when one of its endpoints was disabled. */
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
        da: 'Forsendelse afsendt',
        en: 'Shipment posted',
        de: 'Sendung aufgegeben',
        sv: 'Försändelse skickad',
        no: 'Forsendelse sendt',
      },
    },
    [ENDPOINT_DISABLED]: {
      meaning: 'An endpoint of the company was disabled. The event is sent to the other endpoints of the company.',
      name: {
        da: 'Modtager slået fra',
        en: 'Endpoint disabled',
        de: 'Empfänger ausgeschaltet',
        sv: 'Mottagare avstängd',
        no: 'Mottaker slått av',
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

/** Rows of a newer release may have events that this release does not know. */
export const isOrderEventType = (type: string): type is OrderEventType => Object.hasOwn(ORDER_EVENTS, type);

const ENTRIES: Readonly<Record<string, CatalogEntry | undefined>> = EVENTS;

/** The entry of a type; undefined for an unknown type. */
export const eventEntry = (type: string): CatalogEntry | undefined => ownMember(ENTRIES, type);
