import type { PageLanguage } from '../../../platform/page-languages.ts';
import type { StatementFigures } from './statement-rows.ts';

interface StatementTexts {
  title: string;
  /** Label of an open statement. */
  preview: string;
  number: string;
  month: string;
  issued: string;
  company: string;
  vatNumber: (number: string) => string;
  figures: Readonly<Record<keyof StatementFigures, string>>;
}

/** Texts of a statement, by language. */
export const STATEMENT_TEXTS: Readonly<Record<PageLanguage, StatementTexts>> = {
  en: {
    title: 'Statement',
    preview: 'Preview: not issued yet',
    number: 'Number',
    month: 'Month',
    issued: 'Issued',
    company: 'Company',
    vatNumber: (number) => `VAT number ${number}`,
    figures: {
      gross: 'Sold, list price',
      discounts: 'Discounts',
      fees: 'Fees',
      shipping: 'Postage',
      paidByCard: 'Paid by gift card',
      settled: 'Settled on invoice',
      captured: 'Paid',
      refunds: 'Refunds',
      disputesLost: 'Disputes lost',
      disputesWon: 'Disputes won, for information',
      commission: 'Commission',
      commissionVat: 'VAT on commission',
      carriedForward: 'Carried forward',
      net: 'Net',
    },
  },
  da: {
    title: 'Afregning',
    preview: 'Foreløbig: endnu ikke udstedt',
    number: 'Nummer',
    month: 'Måned',
    issued: 'Udstedt',
    company: 'Virksomhed',
    vatNumber: (number) => `CVR-/momsnr. ${number}`,
    figures: {
      gross: 'Solgt, listepris',
      discounts: 'Rabatter',
      fees: 'Gebyrer',
      shipping: 'Porto',
      paidByCard: 'Betalt med gavekort',
      settled: 'Afregnet på faktura',
      captured: 'Betalt',
      refunds: 'Refunderinger',
      disputesLost: 'Tabte indsigelser',
      disputesWon: 'Vundne indsigelser, til orientering',
      commission: 'Kommission',
      commissionVat: 'Moms af kommission',
      carriedForward: 'Overført',
      net: 'Netto',
    },
  },
  de: {
    title: 'Abrechnung',
    preview: 'Vorschau: noch nicht ausgestellt',
    number: 'Nummer',
    month: 'Monat',
    issued: 'Ausgestellt',
    company: 'Unternehmen',
    vatNumber: (number) => `USt-IdNr. ${number}`,
    figures: {
      gross: 'Verkauft, Listenpreis',
      discounts: 'Rabatte',
      fees: 'Gebühren',
      shipping: 'Versand',
      paidByCard: 'Mit Gutschein bezahlt',
      settled: 'Auf Rechnung',
      captured: 'Bezahlt',
      refunds: 'Erstattungen',
      disputesLost: 'Verlorene Rückbuchungen',
      disputesWon: 'Gewonnene Rückbuchungen, zur Information',
      commission: 'Provision',
      commissionVat: 'USt. auf Provision',
      carriedForward: 'Übertrag',
      net: 'Netto',
    },
  },
  sv: {
    title: 'Avräkning',
    preview: 'Preliminär: inte utfärdad än',
    number: 'Nummer',
    month: 'Månad',
    issued: 'Utfärdad',
    company: 'Företag',
    vatNumber: (number) => `Momsreg.nr ${number}`,
    figures: {
      gross: 'Sålt, listpris',
      discounts: 'Rabatter',
      fees: 'Avgifter',
      shipping: 'Porto',
      paidByCard: 'Betalt med presentkort',
      settled: 'Reglerat mot faktura',
      captured: 'Betalt',
      refunds: 'Återbetalningar',
      disputesLost: 'Förlorade tvister',
      disputesWon: 'Vunna tvister, för kännedom',
      commission: 'Provision',
      commissionVat: 'Moms på provision',
      carriedForward: 'Överfört',
      net: 'Netto',
    },
  },
  no: {
    title: 'Avregning',
    preview: 'Foreløpig: ikke utstedt ennå',
    number: 'Nummer',
    month: 'Måned',
    issued: 'Utstedt',
    company: 'Bedrift',
    vatNumber: (number) => `Org.nr. ${number}`,
    figures: {
      gross: 'Solgt, listepris',
      discounts: 'Rabatter',
      fees: 'Gebyrer',
      shipping: 'Porto',
      paidByCard: 'Betalt med gavekort',
      settled: 'Gjort opp på faktura',
      captured: 'Betalt',
      refunds: 'Refusjoner',
      disputesLost: 'Tapte tvister',
      disputesWon: 'Vunne tvister, til orientering',
      commission: 'Provisjon',
      commissionVat: 'Mva. av provisjon',
      carriedForward: 'Overført',
      net: 'Netto',
    },
  },
};
