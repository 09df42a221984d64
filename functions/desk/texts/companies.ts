import type { PageLanguage } from '../../platform/page-languages.ts';

/** What the page of companies says. */
export interface CompanyTexts {
  title: string;
  name: string;
  slug: string;
  language: string;
  currency: string;
  state: string;
  active: string;
  closed: string;
  choose: string;
  here: string;
  find: string;
  nothing: string;
  more: string;
}

export const COMPANY_TEXTS: Readonly<Record<PageLanguage, CompanyTexts>> = {
  da: {
    title: 'Virksomheder',
    name: 'Virksomhed',
    slug: 'Slug',
    language: 'Sprog',
    currency: 'Valuta',
    state: 'Tilstand',
    active: 'aktiv',
    closed: 'lukket',
    choose: 'Arbejd her',
    here: 'Her er du',
    find: 'Søg',
    nothing: 'Intet fundet.',
    more: 'Flere',
  },
  en: {
    title: 'Companies',
    name: 'Company',
    slug: 'Slug',
    language: 'Language',
    currency: 'Currency',
    state: 'State',
    active: 'active',
    closed: 'closed',
    choose: 'Work here',
    here: 'You are here',
    find: 'Search',
    nothing: 'Nothing was found.',
    more: 'More',
  },
  de: {
    title: 'Unternehmen',
    name: 'Unternehmen',
    slug: 'Kürzel',
    language: 'Sprache',
    currency: 'Währung',
    state: 'Zustand',
    active: 'aktiv',
    closed: 'geschlossen',
    choose: 'Hier arbeiten',
    here: 'Sie sind hier',
    find: 'Suchen',
    nothing: 'Nichts gefunden.',
    more: 'Mehr',
  },
  sv: {
    title: 'Företag',
    name: 'Företag',
    slug: 'Slug',
    language: 'Språk',
    currency: 'Valuta',
    state: 'Status',
    active: 'aktivt',
    closed: 'stängt',
    choose: 'Arbeta här',
    here: 'Du är här',
    find: 'Sök',
    nothing: 'Inget hittades.',
    more: 'Fler',
  },
  no: {
    title: 'Bedrifter',
    name: 'Bedrift',
    slug: 'Slug',
    language: 'Språk',
    currency: 'Valuta',
    state: 'Tilstand',
    active: 'aktiv',
    closed: 'stengt',
    choose: 'Arbeid her',
    here: 'Du er her',
    find: 'Søk',
    nothing: 'Ingenting ble funnet.',
    more: 'Flere',
  },
};
