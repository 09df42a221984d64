import { translation, type Translation } from '../../pipeline/translation/translation.ts';

/** Why a page cannot be opened in production, and missing details (domain/storefront/order-page/opening.ts). */
export const OPENING_REFUSALS: Readonly<Record<string, Translation>> = {
  'The page cannot be opened on production while the company lacks: {}.': translation(
    'Siden kan ikke åbnes, før virksomheden har: {}.',
    'Sidan kan inte öppnas förrän företaget har: {}.',
    'Die Seite lässt sich erst öffnen, wenn das Unternehmen hat: {}.',
    'Siden kan ikke åpnes før bedriften har: {}.',
  ),
};

export const OPENING_NAMES: Readonly<Record<string, Translation>> = {
  'VAT number': translation(
    'CVR- eller momsnummer',
    'momsregistreringsnummer',
    'Umsatzsteuer-ID',
    'organisasjonsnummer',
  ),
  address: translation('adresse', 'adress', 'Adresse', 'adresse'),
  contact: translation('e-mail eller telefon', 'e-post eller telefon', 'E-Mail oder Telefon', 'e-post eller telefon'),
  terms: translation('handelsbetingelser', 'köpvillkor', 'AGB', 'kjøpsvilkår'),
};
