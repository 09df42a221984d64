import type { PageLanguage } from '../../../domain/order-page/schema.ts';

const en = {
  more: (n: number) => `and ${n} more`,
};

export type ListTexts = typeof en;

const da: ListTexts = {
  more: (n) => `og ${n} til`,
};

const de: ListTexts = {
  more: (n) => `und ${n} weitere`,
};

const sv: ListTexts = {
  more: (n) => `och ${n} till`,
};

const no: ListTexts = {
  more: (n) => `og ${n} til`,
};

/** What stands beneath a list that is longer than a page. */
export const LIST_TEXTS: Readonly<Record<PageLanguage, ListTexts>> = { da, en, de, sv, no };
