import type { PageLanguage } from '../../../domain/order-page/schema.ts';

const en = {
  more: (n: number) => `and ${n} more`,
  range: (from: number, to: number, all: number) => `${from} to ${to} of ${all}`,
  previous: 'Previous page',
  next: 'Next page',
  otherCodes: 'Codes of items that are not on this page, one per line',
};

export type ListTexts = typeof en;

const da: ListTexts = {
  more: (n) => `og ${n} til`,
  range: (from, to, all) => `${from} til ${to} af ${all}`,
  previous: 'Forrige side',
  next: 'Næste side',
  otherCodes: 'Koder, der ikke står på denne side, én pr. linje',
};

const de: ListTexts = {
  more: (n) => `und ${n} weitere`,
  range: (from, to, all) => `${from} bis ${to} von ${all}`,
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  otherCodes: 'Codes, die nicht auf dieser Seite stehen, einer je Zeile',
};

const sv: ListTexts = {
  more: (n) => `och ${n} till`,
  range: (from, to, all) => `${from} till ${to} av ${all}`,
  previous: 'Föregående sida',
  next: 'Nästa sida',
  otherCodes: 'Koder som inte står på den här sidan, en per rad',
};

const no: ListTexts = {
  more: (n) => `og ${n} til`,
  range: (from, to, all) => `${from} til ${to} av ${all}`,
  previous: 'Forrige side',
  next: 'Neste side',
  otherCodes: 'Koder som ikke står på denne siden, én per linje',
};

/** What stands beside a list that is longer than a page. */
export const LIST_TEXTS: Readonly<Record<PageLanguage, ListTexts>> = { da, en, de, sv, no };
