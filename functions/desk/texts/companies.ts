import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts of the company page. */
interface CompanyTexts {
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
  newCompany: string;
  slugHint: string;
  firstAdmin: string;
  firstAdminHint: string;
  create: string;
  created: string;
  slugTaken: string;
  switchOff: string;
  switchOn: string;
  switchOffText: string;
  switchOnText: string;
}

export const COMPANY_TEXTS: Readonly<Record<PageLanguage, CompanyTexts>> = {
  da: {
    title: 'Virksomheder',
    name: 'Virksomhed',
    slug: 'Kortnavn',
    language: 'Sprog',
    currency: 'Valuta',
    state: 'Status',
    active: 'aktiv',
    closed: 'lukket',
    choose: 'Arbejd her',
    here: 'Du er her',
    find: 'Søg',
    nothing: 'Intet fundet.',
    more: 'Flere',
    newCompany: 'Ny virksomhed',
    slugHint: 'Små bogstaver, tal og bindestreger. Hvis feltet er tomt, dannes det ud fra navnet. Kan ikke ændres.',
    firstAdmin: 'Første administrators e-mail',
    firstAdminHint: 'Får en invitation, der gælder i 7 dage.',
    create: 'Opret',
    created: 'Virksomheden er oprettet, og invitationen er sendt.',
    slugTaken: 'Der findes allerede en virksomhed med dette kortnavn.',
    switchOff: 'Luk virksomheden',
    switchOn: 'Åbn virksomheden',
    switchOffText: 'Bestillingssiden, nøglerne og brugerne holder op med at virke, indtil den åbnes igen.',
    switchOnText: 'Bestillingssiden, nøglerne og brugerne virker igen.',
  },
  en: {
    title: 'Companies',
    name: 'Company',
    slug: 'Short name',
    language: 'Language',
    currency: 'Currency',
    state: 'Status',
    active: 'active',
    closed: 'closed',
    choose: 'Work here',
    here: 'You are here',
    find: 'Search',
    nothing: 'Nothing was found.',
    more: 'More',
    newCompany: 'New company',
    slugHint: 'Lower-case letters, digits and hyphens. Left empty, it is made from the name. It cannot be changed.',
    firstAdmin: 'Email of the first administrator',
    firstAdminHint: 'Receives an invitation, which is valid for 7 days.',
    create: 'Create',
    created: 'The company was created, and the invitation was sent.',
    slugTaken: 'A company with this short name already exists.',
    switchOff: 'Switch the company off',
    switchOn: 'Switch the company on',
    switchOffText: 'Its order page, keys and users stop working until it is switched on again.',
    switchOnText: 'Its order page, keys and users work again.',
  },
  de: {
    title: 'Unternehmen',
    name: 'Unternehmen',
    slug: 'Kurzname',
    language: 'Sprache',
    currency: 'Währung',
    state: 'Status',
    active: 'aktiv',
    closed: 'deaktiviert',
    choose: 'Hier arbeiten',
    here: 'Sie sind hier',
    find: 'Suchen',
    nothing: 'Nichts gefunden.',
    more: 'Weitere',
    newCompany: 'Neues Unternehmen',
    slugHint:
      'Kleinbuchstaben, Ziffern und Bindestriche. Bleibt das Feld leer, wird er aus dem Namen gebildet. Nicht änderbar.',
    firstAdmin: 'E-Mail der ersten Administratorin oder des ersten Administrators',
    firstAdminHint: 'Erhält eine Einladung, die 7 Tage gilt.',
    create: 'Anlegen',
    created: 'Das Unternehmen ist angelegt, und die Einladung ist gesendet.',
    slugTaken: 'Es gibt schon ein Unternehmen mit diesem Kurznamen.',
    switchOff: 'Unternehmen deaktivieren',
    switchOn: 'Unternehmen aktivieren',
    switchOffText: 'Bestellseite, Schlüssel und Benutzer funktionieren nicht, bis es wieder aktiviert ist.',
    switchOnText: 'Bestellseite, Schlüssel und Benutzer funktionieren wieder.',
  },
  sv: {
    title: 'Företag',
    name: 'Företag',
    slug: 'Kortnamn',
    language: 'Språk',
    currency: 'Valuta',
    state: 'Status',
    active: 'aktivt',
    closed: 'inaktivt',
    choose: 'Arbeta här',
    here: 'Du är här',
    find: 'Sök',
    nothing: 'Inget hittades.',
    more: 'Fler',
    newCompany: 'Nytt företag',
    slugHint: 'Små bokstäver, siffror och bindestreck. Om fältet är tomt bildas det av namnet. Kan inte ändras.',
    firstAdmin: 'Första administratörens e-post',
    firstAdminHint: 'Får en inbjudan som gäller i 7 dagar.',
    create: 'Skapa',
    created: 'Företaget är skapat och inbjudan är skickad.',
    slugTaken: 'Det finns redan ett företag med det här kortnamnet.',
    switchOff: 'Inaktivera företaget',
    switchOn: 'Aktivera företaget',
    switchOffText: 'Beställningssidan, nycklarna och användarna slutar fungera tills det aktiveras igen.',
    switchOnText: 'Beställningssidan, nycklarna och användarna fungerar igen.',
  },
  no: {
    title: 'Bedrifter',
    name: 'Bedrift',
    slug: 'Kortnavn',
    language: 'Språk',
    currency: 'Valuta',
    state: 'Status',
    active: 'aktiv',
    closed: 'deaktivert',
    choose: 'Arbeid her',
    here: 'Du er her',
    find: 'Søk',
    nothing: 'Ingenting ble funnet.',
    more: 'Flere',
    newCompany: 'Ny bedrift',
    slugHint: 'Små bokstaver, sifre og bindestreker. Hvis feltet er tomt, dannes det av navnet. Kan ikke endres.',
    firstAdmin: 'E-posten til den første administratoren',
    firstAdminHint: 'Får en invitasjon som gjelder i 7 dager.',
    create: 'Opprett',
    created: 'Bedriften er opprettet, og invitasjonen er sendt.',
    slugTaken: 'Det finnes allerede en bedrift med dette kortnavnet.',
    switchOff: 'Deaktiver bedriften',
    switchOn: 'Aktiver bedriften',
    switchOffText: 'Bestillingssiden, nøklene og brukerne slutter å virke til den aktiveres igjen.',
    switchOnText: 'Bestillingssiden, nøklene og brukerne virker igjen.',
  },
};
