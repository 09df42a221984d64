import type { PageLanguage } from '../../../platform/page-languages.ts';
import type { Role } from './rows.ts';

/** Names of accounts, in the language of the reader. */
export const ACCOUNT_TEXTS: Readonly<Record<PageLanguage, Readonly<Record<Role, string>>>> = {
  en: {
    gateway: 'Payment gateway',
    receivables: 'Receivables',
    liability: 'Outstanding value',
    fees: 'Fees',
    postage: 'Postage',
    discount: 'Discounts',
    commission: 'Commission',
    breakage: 'Breakage',
    adjustments: 'Adjustments',
    disputes: 'Lost disputes',
    revenue: 'Revenue',
    vat: 'VAT',
  },
  da: {
    gateway: 'Betalingsudbyder',
    receivables: 'Tilgodehavender',
    liability: 'Udestående værdi',
    fees: 'Gebyrer',
    postage: 'Porto',
    discount: 'Rabatter',
    commission: 'Kommission',
    breakage: 'Udløbet værdi',
    adjustments: 'Reguleringer',
    disputes: 'Tabte indsigelser',
    revenue: 'Omsætning',
    vat: 'Moms',
  },
  de: {
    gateway: 'Zahlungsanbieter',
    receivables: 'Forderungen',
    liability: 'Ausstehender Wert',
    fees: 'Gebühren',
    postage: 'Versand',
    discount: 'Rabatte',
    commission: 'Provision',
    breakage: 'Verfallener Wert',
    adjustments: 'Anpassungen',
    disputes: 'Verlorene Rückbuchungen',
    revenue: 'Erlöse',
    vat: 'Umsatzsteuer',
  },
  sv: {
    gateway: 'Betalleverantör',
    receivables: 'Fordringar',
    liability: 'Utestående värde',
    fees: 'Avgifter',
    postage: 'Porto',
    discount: 'Rabatter',
    commission: 'Provision',
    breakage: 'Utgånget värde',
    adjustments: 'Justeringar',
    disputes: 'Förlorade tvister',
    revenue: 'Intäkter',
    vat: 'Moms',
  },
  no: {
    gateway: 'Betalingsleverandør',
    receivables: 'Fordringer',
    liability: 'Utestående verdi',
    fees: 'Gebyrer',
    postage: 'Porto',
    discount: 'Rabatter',
    commission: 'Provisjon',
    breakage: 'Utløpt verdi',
    adjustments: 'Justeringer',
    disputes: 'Tapte tvister',
    revenue: 'Inntekter',
    vat: 'Mva.',
  },
};

/** Label of an account such as `liability` or `vat 25`. */
export const accountLabel = (name: string, language: PageLanguage): string => {
  const [role = '', rate] = name.split(' ');
  const label = ACCOUNT_TEXTS[language][role as Role];
  return rate === undefined ? label : `${label} ${rate} %`;
};
