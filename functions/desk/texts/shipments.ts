import type { PageLanguage } from '../../platform/page-languages.ts';

const en = {
  title: 'Shipments',
  statuses: { waiting: 'To post', packed: 'Packed', posted: 'Posted', returned: 'Returned' },
  order: 'Order',
  address: 'Address',
  cards: 'Cards',
  service: 'Service',
  courier: 'Courier',
  ownPost: 'Post',
  choose: (order: string) => `Select order ${order}`,
  chosen: 'Selected shipments',
  labels: 'Labels, A4',
  rollLabels: 'Labels, 62\u00a0mm roll',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  trackingUrl: 'Tracking link',
  oneOnly: 'Tracking number and link are for one shipment. Select one, or leave them empty.',
  packed: 'Mark as packed',
  posted: 'Mark as posted',
  returned: 'Mark as returned',
  reason: 'Reason for the return',
  none: 'Select at least one shipment.',
  done: {
    packed: (count: number) =>
      count === 1 ? '1 shipment is marked as packed.' : `${count} shipments are marked as packed.`,
    posted: (count: number) =>
      count === 1 ? '1 shipment is marked as posted.' : `${count} shipments are marked as posted.`,
    returned: (count: number) =>
      count === 1 ? '1 shipment is marked as returned.' : `${count} shipments are marked as returned.`,
  },
  refused: (count: number) =>
    count === 1 ? '1 shipment was not changed: ' : `${count} shipments were not changed. The first one: `,
  empty: 'Nothing is waiting here. Orders that go by post appear as soon as they are paid.',
  buyerNotified: 'The buyer receives an email with the tracking link.',
  more: 'Older shipments',
  chooseAll: (count: number) => (count === 1 ? 'Select the shipment' : `Select all ${count} on this page`),
  chooseNone: 'Select none',
  labelTitle: 'Address labels',
};

export type ShipmentTexts = typeof en;

const da: ShipmentTexts = {
  title: 'Forsendelser',
  statuses: { waiting: 'Skal sendes', packed: 'Pakket', posted: 'Sendt', returned: 'Returneret' },
  order: 'Ordre',
  address: 'Adresse',
  cards: 'Kort',
  service: 'Forsendelse',
  courier: 'Kurer',
  ownPost: 'Post',
  choose: (order) => `Vælg ordre ${order}`,
  chosen: 'Valgte forsendelser',
  labels: 'Etiketter, A4',
  rollLabels: 'Etiketter, 62\u00a0mm rulle',
  carrier: 'Transportør',
  trackingNumber: 'Forsendelsesnummer',
  trackingUrl: 'Link til sporing',
  oneOnly: 'Forsendelsesnummer og link gælder én forsendelse. Vælg én, eller lad felterne stå tomme.',
  packed: 'Markér som pakket',
  posted: 'Markér som sendt',
  returned: 'Markér som returneret',
  reason: 'Årsag til returnering',
  none: 'Vælg mindst én forsendelse.',
  done: {
    packed: (count) =>
      count === 1 ? '1 forsendelse er markeret som pakket.' : `${count} forsendelser er markeret som pakket.`,
    posted: (count) =>
      count === 1 ? '1 forsendelse er markeret som sendt.' : `${count} forsendelser er markeret som sendt.`,
    returned: (count) =>
      count === 1 ? '1 forsendelse er markeret som returneret.' : `${count} forsendelser er markeret som returneret.`,
  },
  refused: (count) =>
    count === 1 ? '1 forsendelse blev ikke ændret: ' : `${count} forsendelser blev ikke ændret. Den første: `,
  empty: 'Her venter intet. Ordrer, der sendes med posten, vises, så snart de er betalt.',
  buyerNotified: 'Køberen får en mail med linket til sporing.',
  more: 'Ældre forsendelser',
  chooseAll: (count) => (count === 1 ? 'Vælg forsendelsen' : `Vælg alle ${count} på siden`),
  chooseNone: 'Vælg ingen',
  labelTitle: 'Adresseetiketter',
};

const de: ShipmentTexts = {
  title: 'Sendungen',
  statuses: { waiting: 'Zu versenden', packed: 'Verpackt', posted: 'Versendet', returned: 'Zurückgekommen' },
  order: 'Bestellung',
  address: 'Adresse',
  cards: 'Karten',
  service: 'Versand',
  courier: 'Kurier',
  ownPost: 'Post',
  choose: (order) => `Bestellung ${order} auswählen`,
  chosen: 'Ausgewählte Sendungen',
  labels: 'Etiketten, A4',
  rollLabels: 'Etiketten, 62-mm-Rolle',
  carrier: 'Versanddienst',
  trackingNumber: 'Sendungsnummer',
  trackingUrl: 'Link zur Sendungsverfolgung',
  oneOnly: 'Sendungsnummer und Link gelten für eine Sendung. Wählen Sie eine aus, oder lassen Sie die Felder leer.',
  packed: 'Als verpackt markieren',
  posted: 'Als versendet markieren',
  returned: 'Als zurückgekommen markieren',
  reason: 'Grund der Rücksendung',
  none: 'Wählen Sie mindestens eine Sendung aus.',
  done: {
    packed: (count) =>
      count === 1 ? '1 Sendung ist als verpackt markiert.' : `${count} Sendungen sind als verpackt markiert.`,
    posted: (count) =>
      count === 1 ? '1 Sendung ist als versendet markiert.' : `${count} Sendungen sind als versendet markiert.`,
    returned: (count) =>
      count === 1
        ? '1 Sendung ist als zurückgekommen markiert.'
        : `${count} Sendungen sind als zurückgekommen markiert.`,
  },
  refused: (count) =>
    count === 1 ? '1 Sendung wurde nicht geändert: ' : `${count} Sendungen wurden nicht geändert. Die erste: `,
  empty: 'Hier wartet nichts. Bestellungen mit Postversand erscheinen, sobald sie bezahlt sind.',
  buyerNotified: 'Der Käufer erhält eine E-Mail mit dem Link zur Sendungsverfolgung.',
  more: 'Ältere Sendungen',
  chooseAll: (count) => (count === 1 ? 'Die Sendung auswählen' : `Alle ${count} auf dieser Seite auswählen`),
  chooseNone: 'Keine auswählen',
  labelTitle: 'Adressetiketten',
};

const sv: ShipmentTexts = {
  title: 'Försändelser',
  statuses: { waiting: 'Att skicka', packed: 'Packade', posted: 'Skickade', returned: 'Returnerade' },
  order: 'Order',
  address: 'Adress',
  cards: 'Kort',
  service: 'Frakt',
  courier: 'Bud',
  ownPost: 'Post',
  choose: (order) => `Välj order ${order}`,
  chosen: 'Valda försändelser',
  labels: 'Etiketter, A4',
  rollLabels: 'Etiketter, 62\u00a0mm rulle',
  carrier: 'Transportör',
  trackingNumber: 'Kollinummer',
  trackingUrl: 'Spårningslänk',
  oneOnly: 'Kollinummer och länk gäller en försändelse. Välj en, eller lämna fälten tomma.',
  packed: 'Markera som packad',
  posted: 'Markera som skickad',
  returned: 'Markera som returnerad',
  reason: 'Orsak till returen',
  none: 'Välj minst en försändelse.',
  done: {
    packed: (count) =>
      count === 1 ? '1 försändelse är markerad som packad.' : `${count} försändelser är markerade som packade.`,
    posted: (count) =>
      count === 1 ? '1 försändelse är markerad som skickad.' : `${count} försändelser är markerade som skickade.`,
    returned: (count) =>
      count === 1 ? '1 försändelse är markerad som returnerad.' : `${count} försändelser är markerade som returnerade.`,
  },
  refused: (count) =>
    count === 1 ? '1 försändelse ändrades inte: ' : `${count} försändelser ändrades inte. Den första: `,
  empty: 'Inget väntar här. Ordrar som skickas med posten visas så snart de är betalda.',
  buyerNotified: 'Köparen får ett mejl med spårningslänken.',
  more: 'Äldre försändelser',
  chooseAll: (count) => (count === 1 ? 'Välj försändelsen' : `Välj alla ${count} på sidan`),
  chooseNone: 'Välj ingen',
  labelTitle: 'Adressetiketter',
};

const no: ShipmentTexts = {
  title: 'Forsendelser',
  statuses: { waiting: 'Skal sendes', packed: 'Pakket', posted: 'Sendt', returned: 'Returnert' },
  order: 'Ordre',
  address: 'Adresse',
  cards: 'Kort',
  service: 'Forsendelse',
  courier: 'Bud',
  ownPost: 'Post',
  choose: (order) => `Velg ordre ${order}`,
  chosen: 'Valgte forsendelser',
  labels: 'Etiketter, A4',
  rollLabels: 'Etiketter, 62\u00a0mm rull',
  carrier: 'Transportør',
  trackingNumber: 'Sporingsnummer',
  trackingUrl: 'Sporingslenke',
  oneOnly: 'Sporingsnummer og lenke gjelder én forsendelse. Velg én, eller la feltene stå tomme.',
  packed: 'Merk som pakket',
  posted: 'Merk som sendt',
  returned: 'Merk som returnert',
  reason: 'Årsak til returen',
  none: 'Velg minst én forsendelse.',
  done: {
    packed: (count) =>
      count === 1 ? '1 forsendelse er merket som pakket.' : `${count} forsendelser er merket som pakket.`,
    posted: (count) =>
      count === 1 ? '1 forsendelse er merket som sendt.' : `${count} forsendelser er merket som sendt.`,
    returned: (count) =>
      count === 1 ? '1 forsendelse er merket som returnert.' : `${count} forsendelser er merket som returnert.`,
  },
  refused: (count) =>
    count === 1 ? '1 forsendelse ble ikke endret: ' : `${count} forsendelser ble ikke endret. Den første: `,
  empty: 'Ingenting venter her. Ordrer som sendes med posten, vises så snart de er betalt.',
  buyerNotified: 'Kjøperen får en e-post med sporingslenken.',
  more: 'Eldre forsendelser',
  chooseAll: (count) => (count === 1 ? 'Velg forsendelsen' : `Velg alle ${count} på siden`),
  chooseNone: 'Velg ingen',
  labelTitle: 'Adresseetiketter',
};

export const SHIPMENT_TEXTS: Readonly<Record<PageLanguage, ShipmentTexts>> = { da, en, de, sv, no };
