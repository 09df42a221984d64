import type { PageLanguage } from '../../platform/page-languages.ts';

const en = { who: 'Name, code or ticket', notYet: 'Not here yet' };

/** Texts of the filter of the door list. */
export const DOOR_TEXTS: Readonly<Record<PageLanguage, typeof en>> = {
  en,
  da: { who: 'Navn, kode eller billet', notYet: 'Ikke kommet endnu' },
  de: { who: 'Name, Code oder Ticket', notYet: 'Noch nicht da' },
  sv: { who: 'Namn, kod eller biljett', notYet: 'Inte kommit än' },
  no: { who: 'Navn, kode eller billett', notYet: 'Ikke kommet ennå' },
};
