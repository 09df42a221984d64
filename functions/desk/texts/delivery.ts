import type { PageLanguage } from '../../platform/page-languages.ts';

const en = {
  sendAt: 'Send at',
  title: 'Change the delivery',
  text: 'It will be sent at the time below. Until then, the time and address can be changed; the buyer is notified by email.',
  day: 'Day',
  time: 'Time',
  recipientEmail: 'The recipient’s email',
  change: 'Change',
  done: 'The delivery was changed.',
};

export type DeliveryTexts = typeof en;

const da: DeliveryTexts = {
  sendAt: 'Sendes',
  title: 'Ændr leveringen',
  text: 'Den sendes på tidspunktet nedenfor. Indtil da kan tidspunkt og adresse ændres; køberen får besked på mail.',
  day: 'Dag',
  time: 'Tidspunkt',
  recipientEmail: 'Modtagerens e-mail',
  change: 'Ændr',
  done: 'Leveringen er ændret.',
};

const de: DeliveryTexts = {
  sendAt: 'Versand am',
  title: 'Lieferung ändern',
  text: 'Sie wird zum unten genannten Zeitpunkt versendet. Bis dahin lassen sich Zeit und Adresse ändern; der Käufer wird per E-Mail benachrichtigt.',
  day: 'Tag',
  time: 'Uhrzeit',
  recipientEmail: 'E-Mail des Empfängers',
  change: 'Ändern',
  done: 'Die Lieferung wurde geändert.',
};

const sv: DeliveryTexts = {
  sendAt: 'Skickas',
  title: 'Ändra leveransen',
  text: 'Den skickas vid tidpunkten nedan. Till dess kan tid och adress ändras; köparen meddelas via e-post.',
  day: 'Dag',
  time: 'Tid',
  recipientEmail: 'Mottagarens e-post',
  change: 'Ändra',
  done: 'Leveransen har ändrats.',
};

const no: DeliveryTexts = {
  sendAt: 'Sendes',
  title: 'Endre leveringen',
  text: 'Den sendes på tidspunktet nedenfor. Inntil da kan tidspunkt og adresse endres; kjøperen får beskjed på e-post.',
  day: 'Dag',
  time: 'Tidspunkt',
  recipientEmail: 'Mottakerens e-post',
  change: 'Endre',
  done: 'Leveringen er endret.',
};

/** Texts about a pending delivery on an order's page. */
export const DELIVERY_TEXTS: Readonly<Record<PageLanguage, DeliveryTexts>> = { da, en, de, sv, no };
