import type { PageLanguage } from '../../platform/page-languages.ts';

const en = {
  sendAt: 'Send at',
  title: 'Change the delivery',
  text: 'It is sent at the time below. Until then, time and address can be changed; the buyer is notified by mail.',
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
  text: 'Den venter på sit tidspunkt. Indtil da kan den sendes på et andet tidspunkt eller til en anden adresse; køberen får det at vide med en mail.',
  day: 'Dag',
  time: 'Tidspunkt',
  recipientEmail: 'Modtagerens e-mail',
  change: 'Ændr',
  done: 'Leveringen er ændret.',
};

const de: DeliveryTexts = {
  sendAt: 'Versand am',
  title: 'Lieferung ändern',
  text: 'Sie wartet auf ihren Zeitpunkt. Bis dahin kann sie zu einer anderen Zeit oder an eine andere Adresse gehen; der Käufer erfährt es per E-Mail.',
  day: 'Tag',
  time: 'Uhrzeit',
  recipientEmail: 'E-Mail des Empfängers',
  change: 'Ändern',
  done: 'Die Lieferung wurde geändert.',
};

const sv: DeliveryTexts = {
  sendAt: 'Skickas',
  title: 'Ändra leveransen',
  text: 'Den väntar på sin tidpunkt. Till dess kan den skickas vid en annan tid eller till en annan adress; köparen får veta det med ett mejl.',
  day: 'Dag',
  time: 'Tid',
  recipientEmail: 'Mottagarens e-post',
  change: 'Ändra',
  done: 'Leveransen har ändrats.',
};

const no: DeliveryTexts = {
  sendAt: 'Sendes',
  title: 'Endre leveringen',
  text: 'Den venter på tidspunktet sitt. Til da kan den sendes på et annet tidspunkt eller til en annen adresse; kjøperen får vite det med en e-post.',
  day: 'Dag',
  time: 'Tidspunkt',
  recipientEmail: 'Mottakerens e-post',
  change: 'Endre',
  done: 'Leveringen er endret.',
};

/** Texts about a pending delivery on an order's page. */
export const DELIVERY_TEXTS: Readonly<Record<PageLanguage, DeliveryTexts>> = { da, en, de, sv, no };
