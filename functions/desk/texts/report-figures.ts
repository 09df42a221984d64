import type { PageLanguage } from '../../platform/page-languages.ts';

/** Shortcuts for periods of a report. */
const PRESETS = [
  'today',
  'thisWeek',
  'weekBefore',
  'lastWeek',
  'monthBefore',
  'lastMonth',
  'thisYear',
  'lastYear',
] as const;
export type Preset = (typeof PRESETS)[number];

interface FigureTexts {
  presets: Readonly<Record<Preset, string>>;
  periods: string;
  totals: string;
  /** There are more rows than the totals include. */
  tooMany: string;
  highest: (bar: string, amount: string) => string;
  redeemedByDay: string;
}

export const FIGURE_TEXTS: Readonly<Record<PageLanguage, FigureTexts>> = {
  en: {
    presets: {
      today: 'Today',
      thisWeek: 'This week',
      weekBefore: 'Last week',
      lastWeek: 'End of last week',
      monthBefore: 'Last month',
      lastMonth: 'End of last month',
      thisYear: 'This year',
      lastYear: 'End of last year',
    },
    periods: 'Periods',
    totals: 'Total',
    tooMany: 'There are too many rows for a total. Choose fewer days.',
    highest: (bar, amount) => `Highest: ${bar}, ${amount}`,
    redeemedByDay: 'Redeemed value by day',
  },
  da: {
    presets: {
      today: 'I dag',
      thisWeek: 'Denne uge',
      weekBefore: 'Sidste uge',
      lastWeek: 'Udgangen af sidste uge',
      monthBefore: 'Sidste måned',
      lastMonth: 'Udgangen af sidste måned',
      thisYear: 'I år',
      lastYear: 'Udgangen af sidste år',
    },
    periods: 'Perioder',
    totals: 'I alt',
    tooMany: 'Der er for mange rækker til en sum. Vælg færre dage.',
    highest: (bar, amount) => `Højest: ${bar}, ${amount}`,
    redeemedByDay: 'Indløst værdi pr. dag',
  },
  de: {
    presets: {
      today: 'Heute',
      thisWeek: 'Diese Woche',
      weekBefore: 'Letzte Woche',
      lastWeek: 'Ende letzter Woche',
      monthBefore: 'Letzter Monat',
      lastMonth: 'Ende letzten Monats',
      thisYear: 'Dieses Jahr',
      lastYear: 'Ende letzten Jahres',
    },
    periods: 'Zeiträume',
    totals: 'Summe',
    tooMany: 'Für eine Summe sind es zu viele Zeilen. Wählen Sie weniger Tage.',
    highest: (bar, amount) => `Höchster Wert: ${bar}, ${amount}`,
    redeemedByDay: 'Eingelöster Wert nach Tagen',
  },
  sv: {
    presets: {
      today: 'I dag',
      thisWeek: 'Den här veckan',
      weekBefore: 'Förra veckan',
      lastWeek: 'Slutet av förra veckan',
      monthBefore: 'Förra månaden',
      lastMonth: 'Slutet av förra månaden',
      thisYear: 'I år',
      lastYear: 'Slutet av förra året',
    },
    periods: 'Perioder',
    totals: 'Summa',
    tooMany: 'Det finns för många rader för en summa. Välj färre dagar.',
    highest: (bar, amount) => `Högst: ${bar}, ${amount}`,
    redeemedByDay: 'Inlöst värde per dag',
  },
  no: {
    presets: {
      today: 'I dag',
      thisWeek: 'Denne uken',
      weekBefore: 'Forrige uke',
      lastWeek: 'Slutten av forrige uke',
      monthBefore: 'Forrige måned',
      lastMonth: 'Slutten av forrige måned',
      thisYear: 'I år',
      lastYear: 'Slutten av fjoråret',
    },
    periods: 'Perioder',
    totals: 'Sum',
    tooMany: 'Det er for mange rader for en sum. Velg færre dager.',
    highest: (bar, amount) => `Høyest: ${bar}, ${amount}`,
    redeemedByDay: 'Innløst verdi per dag',
  },
};
