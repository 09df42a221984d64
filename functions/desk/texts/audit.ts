import type { PageLanguage } from '../../platform/page-languages.ts';
import type { Channel } from '../../platform/channels.ts';

/** Texts of the audit log page. */
export interface AuditTexts {
  title: string;
  text: string;
  from: string;
  to: string;
  by: string;
  byHint: string;
  channel: string;
  anyDoor: string;
  show: string;
  when: string;
  what: string;
  who: string;
  about: string;
  /** Title of the old and new values of an entry. */
  changes: string;
  nothing: string;
  older: string;
  newest: string;
  item: string;
  channels: Readonly<Record<Channel, string>>;
}

export const AUDIT_TEXTS: Readonly<Record<PageLanguage, AuditTexts>> = {
  da: {
    title: 'Revisionslog',
    text: 'Alt, hvad der er ændret: hvornår, af hvem og gennem hvilken kanal. Ordrer vises her i 30 dage og derefter på selve ordren.',
    from: 'Fra',
    to: 'Til',
    by: 'Hvem',
    byHint: 'Brugernavn eller nøglens id',
    channel: 'Kanal',
    anyDoor: 'Alle',
    show: 'Vis',
    when: 'Hvornår',
    what: 'Hvad',
    who: 'Hvem',
    about: 'Vedrører',
    changes: 'Ændringer',
    nothing: 'Intet fundet.',
    older: 'Ældre',
    newest: 'De nyeste',
    item: 'Kort',
    channels: {
      api: 'API-nøgle',
      agent: 'Assistent',
      v1: 'Ældre API',
      desk: 'Kasse og administration',
      shop: 'Køber',
      operator: 'Drift',
      gateway: 'Betalingsudbyder',
      service: 'Tjenesten selv',
    },
  },
  en: {
    title: 'Audit log',
    text: 'Everything that was changed: when, by whom and through which channel. Orders appear here for 30 days, and after that on the order itself.',
    from: 'From',
    to: 'To',
    by: 'Who',
    byHint: 'Username, or id of the key',
    channel: 'Channel',
    anyDoor: 'All',
    show: 'Show',
    when: 'When',
    what: 'What',
    who: 'Who',
    about: 'About',
    changes: 'Changes',
    nothing: 'Nothing was found.',
    older: 'Older',
    newest: 'Newest',
    item: 'Item',
    channels: {
      api: 'API key',
      agent: 'Assistant',
      v1: 'Legacy API',
      desk: 'Desk',
      shop: 'Buyer',
      operator: 'Operator',
      gateway: 'Payment gateway',
      service: 'The service itself',
    },
  },
  de: {
    title: 'Änderungsprotokoll',
    text: 'Alles, was geändert wurde: wann, von wem und über welchen Kanal. Bestellungen stehen hier 30 Tage, danach bei der Bestellung selbst.',
    from: 'Von',
    to: 'Bis',
    by: 'Wer',
    byHint: 'Benutzername oder ID des Schlüssels',
    channel: 'Kanal',
    anyDoor: 'Alle',
    show: 'Zeigen',
    when: 'Wann',
    what: 'Was',
    who: 'Wer',
    about: 'Betrifft',
    changes: 'Änderungen',
    nothing: 'Nichts gefunden.',
    older: 'Ältere',
    newest: 'Neueste',
    item: 'Karte',
    channels: {
      api: 'API-Schlüssel',
      agent: 'Assistent',
      v1: 'Ältere API',
      desk: 'Kasse und Verwaltung',
      shop: 'Käufer',
      operator: 'Betreiber',
      gateway: 'Zahlungsanbieter',
      service: 'Der Dienst selbst',
    },
  },
  sv: {
    title: 'Ändringslogg',
    text: 'Allt som har ändrats: när, av vem och genom vilken kanal. Ordrar står här i 30 dagar och därefter på själva ordern.',
    from: 'Från',
    to: 'Till',
    by: 'Vem',
    byHint: 'Användarnamn eller nyckelns id',
    channel: 'Kanal',
    anyDoor: 'Alla',
    show: 'Visa',
    when: 'När',
    what: 'Vad',
    who: 'Vem',
    about: 'Gäller',
    changes: 'Ändringar',
    nothing: 'Inget hittades.',
    older: 'Äldre',
    newest: 'De nyaste',
    item: 'Kort',
    channels: {
      api: 'API-nyckel',
      agent: 'Assistent',
      v1: 'Äldre API',
      desk: 'Kassa och administration',
      shop: 'Köpare',
      operator: 'Drift',
      gateway: 'Betalleverantör',
      service: 'Tjänsten själv',
    },
  },
  no: {
    title: 'Endringslogg',
    text: 'Alt som er endret: når, av hvem og gjennom hvilken kanal. Ordrer står her i 30 dager og deretter på selve ordren.',
    from: 'Fra',
    to: 'Til',
    by: 'Hvem',
    byHint: 'Brukernavn eller nøkkelens id',
    channel: 'Kanal',
    anyDoor: 'Alle',
    show: 'Vis',
    when: 'Når',
    what: 'Hva',
    who: 'Hvem',
    about: 'Gjelder',
    changes: 'Endringer',
    nothing: 'Ingenting ble funnet.',
    older: 'Eldre',
    newest: 'De nyeste',
    item: 'Kort',
    channels: {
      api: 'API-nøkkel',
      agent: 'Assistent',
      v1: 'Eldre API',
      desk: 'Kasse og administrasjon',
      shop: 'Kjøper',
      operator: 'Drift',
      gateway: 'Betalingsleverandør',
      service: 'Tjenesten selv',
    },
  },
};
