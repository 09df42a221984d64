import type { PageLanguage } from '../../platform/page-languages.ts';

/* oxfmt-ignore */
/** Names of item types as shops use them, by their names in the API. */
export const ITEM_TYPE_TEXTS: Readonly<Record<string, Readonly<Record<PageLanguage, string>>>> = {
  'Gift Card': { da: 'Gavekort', en: 'Gift card', de: 'Gutschein', sv: 'Presentkort', no: 'Gavekort' },
  'Gift Card Variation': { da: 'Oplevelse', en: 'Experience', de: 'Erlebnis', sv: 'Upplevelse', no: 'Opplevelse' },
  'Discounted Gift Card': { da: 'Gavekort med rabat', en: 'Discounted gift card', de: 'Ermäßigter Gutschein', sv: 'Presentkort med rabatt', no: 'Gavekort med rabatt' },
  'Gift Card With Added Value': { da: 'Gavekort med ekstra værdi', en: 'Gift card with added value', de: 'Gutschein mit Mehrwert', sv: 'Presentkort med extra värde', no: 'Gavekort med ekstra verdi' },
  'Special Offer': { da: 'Tilbud', en: 'Special offer', de: 'Angebot', sv: 'Erbjudande', no: 'Tilbud' },
  'Benefit Deal': { da: 'Fordelsaftale', en: 'Benefit deal', de: 'Vorteilsangebot', sv: 'Förmån', no: 'Fordelsavtale' },
};
