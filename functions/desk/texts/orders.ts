import type { PageLanguage } from '../../platform/page-languages.ts';

const en = {
  who: 'Name, email or order number',
  family: 'Type',
  any: 'all',
  products: 'Bought',
  older: 'Older orders',
  all: 'All orders',
  noneYet: 'None of the newest orders matches. Search older ones.',
};

/** Texts of the list of orders. */
export const ORDERS_TEXTS: Readonly<Record<PageLanguage, typeof en>> = {
  en,
  da: {
    who: 'Navn, e-mail eller ordrenummer',
    family: 'Type',
    any: 'alle',
    products: 'Købt',
    older: 'Ældre ordrer',
    all: 'Alle ordrer',
    noneYet: 'Ingen af de nyeste ordrer matcher. Søg i de ældre.',
  },
  de: {
    who: 'Name, E-Mail oder Bestellnummer',
    family: 'Art',
    any: 'alle',
    products: 'Gekauft',
    older: 'Ältere Bestellungen',
    all: 'Alle Bestellungen',
    noneYet: 'Keine der neuesten Bestellungen entspricht der Suche. Suchen Sie in älteren.',
  },
  sv: {
    who: 'Namn, e-post eller ordernummer',
    family: 'Typ',
    any: 'alla',
    products: 'Köpt',
    older: 'Äldre ordrar',
    all: 'Alla ordrar',
    noneYet: 'Ingen av de nyaste ordrarna matchar. Sök bland de äldre.',
  },
  no: {
    who: 'Navn, e-post eller ordrenummer',
    family: 'Type',
    any: 'alle',
    products: 'Kjøpt',
    older: 'Eldre ordrer',
    all: 'Alle ordrer',
    noneYet: 'Ingen av de nyeste ordrene samsvarer. Søk i de eldre.',
  },
};
