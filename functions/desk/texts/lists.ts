import type { PageLanguage } from '../../platform/page-languages.ts';

const en = {
  more: (n: string) => `and ${n} more`,
  range: (from: string, to: string, all: string) => `${from} to ${to} of ${all}`,
  previous: 'Previous page',
  next: 'Next page',
  otherCodes: 'Codes of items that are not on this page, one per line',
  newestWaiting: (n: string) => `Of the paid orders that are not issued yet, only the newest ${n} were searched.`,
};

export type ListTexts = typeof en;

const da: ListTexts = {
  more: (n) => `og ${n} til`,
  range: (from, to, all) => `${from} til ${to} af ${all}`,
  previous: 'Forrige side',
  next: 'Næste side',
  otherCodes: 'Koder, der ikke står på denne side, én pr. linje',
  newestWaiting: (n) => `Af de betalte ordrer, der endnu ikke er udstedt, blev kun de nyeste ${n} gennemgået.`,
};

const de: ListTexts = {
  more: (n) => `und ${n} weitere`,
  range: (from, to, all) => `${from} bis ${to} von ${all}`,
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  otherCodes: 'Codes, die nicht auf dieser Seite stehen, einer je Zeile',
  newestWaiting: (n) =>
    `Von den bezahlten Bestellungen, die noch nicht ausgestellt sind, wurden nur die neuesten ${n} durchsucht.`,
};

const sv: ListTexts = {
  more: (n) => `och ${n} till`,
  range: (from, to, all) => `${from} till ${to} av ${all}`,
  previous: 'Föregående sida',
  next: 'Nästa sida',
  otherCodes: 'Koder som inte står på den här sidan, en per rad',
  newestWaiting: (n) => `Av de betalda ordrar som inte är utfärdade än genomsöktes bara de senaste ${n}.`,
};

const no: ListTexts = {
  more: (n) => `og ${n} til`,
  range: (from, to, all) => `${from} til ${to} av ${all}`,
  previous: 'Forrige side',
  next: 'Neste side',
  otherCodes: 'Koder som ikke står på denne siden, én per linje',
  newestWaiting: (n) => `Av de betalte ordrene som ikke er utstedt ennå, ble bare de nyeste ${n} gjennomsøkt.`,
};

/** Texts of a list that has several pages. */
export const LIST_TEXTS: Readonly<Record<PageLanguage, ListTexts>> = { da, en, de, sv, no };
