import type { PageLanguage } from '../../../platform/page-languages.ts';

export const SETUP_STEPS = [
  'company_details',
  'terms',
  'brand',
  'first_product',
  'order_page',
  'payment_account',
  'team_member',
  'test_sale',
] as const;
export type SetupStepId = (typeof SETUP_STEPS)[number];

export const SETUP_TITLES: Readonly<Record<PageLanguage, Readonly<Record<SetupStepId, string>>>> = {
  da: {
    company_details: 'Angiv CVR-nummer, adresse og kontakt',
    terms: 'Skriv handelsbetingelserne',
    brand: 'Vælg logo og farver',
    first_product: 'Sæt det første produkt til salg',
    order_page: 'Åbn bestillingssiden',
    payment_account: 'Få adgang til at modtage betalinger',
    team_member: 'Invitér en kollega',
    test_sale: 'Prøv at købe noget selv',
  },
  en: {
    company_details: 'Enter VAT number, address and contact',
    terms: 'Write the terms of sale',
    brand: 'Choose logo and colours',
    first_product: 'Put the first product on sale',
    order_page: 'Open the order page',
    payment_account: 'Get access to payments',
    team_member: 'Invite a colleague',
    test_sale: 'Buy something yourself',
  },
  de: {
    company_details: 'USt-IdNr., Adresse und Kontakt angeben',
    terms: 'AGB schreiben',
    brand: 'Logo und Farben wählen',
    first_product: 'Das erste Produkt anbieten',
    order_page: 'Bestellseite öffnen',
    payment_account: 'Zahlungen freischalten lassen',
    team_member: 'Eine Kollegin oder einen Kollegen einladen',
    test_sale: 'Selbst etwas kaufen',
  },
  sv: {
    company_details: 'Ange momsregistreringsnummer, adress och kontakt',
    terms: 'Skriv köpvillkoren',
    brand: 'Välj logotyp och färger',
    first_product: 'Lägg ut den första produkten',
    order_page: 'Öppna beställningssidan',
    payment_account: 'Få tillgång till betalningar',
    team_member: 'Bjud in en kollega',
    test_sale: 'Köp något själv',
  },
  no: {
    company_details: 'Oppgi organisasjonsnummer, adresse og kontakt',
    terms: 'Skriv salgsvilkårene',
    brand: 'Velg logo og farger',
    first_product: 'Legg ut det første produktet',
    order_page: 'Åpne bestillingssiden',
    payment_account: 'Få tilgang til betalinger',
    team_member: 'Inviter en kollega',
    test_sale: 'Kjøp noe selv',
  },
};
