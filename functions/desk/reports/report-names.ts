import type { DeskTexts } from '../language.ts';
import { figureName, isFigureColumn, type FigureColumn } from '../texts/figures.ts';
import { homeText } from '../texts/home.ts';
import type { DeskVisit } from '../visit.ts';

type ItemReport = keyof DeskTexts['reports']['names'];
type ItemColumn = keyof DeskTexts['reports']['columns'];

/** Reports of the book, and reports of items and people. */
const BOOK_REPORTS = ['summary', 'movements'] as const;
const ITEM_REPORTS = ['analytics', 'claimed-items', 'liability', 'subscribers', 'integrity'] as const;

export type BookReport = (typeof BOOK_REPORTS)[number];
export type ReportName = BookReport | ItemReport;
export type Column = ItemColumn | FigureColumn;

export const reportNames: readonly ReportName[] = [...BOOK_REPORTS, ...ITEM_REPORTS];

export const isReport = (name: string): name is ReportName => reportNames.some((each) => each === name);
const isBookReport = (name: ReportName): name is BookReport => BOOK_REPORTS.some((each) => each === name);

export const reportTitle = ({ language, t }: Pick<DeskVisit, 'language' | 't'>, name: ReportName): string =>
  isBookReport(name) ? homeText(language, name) : t.reports.names[name];

const isItemColumn = ({ t }: Pick<DeskVisit, 't'>, column: Column): column is ItemColumn =>
  Object.hasOwn(t.reports.columns, column);

export const columnName = (visit: Pick<DeskVisit, 'language' | 't'>, column: Column): string => {
  if (isItemColumn(visit, column)) return visit.t.reports.columns[column];
  return isFigureColumn(column) ? figureName(visit.language, column) : column;
};

/** Columns of numbers that are not amounts, of texts, and of amounts in item reports. */
const NUMBERS: ReadonlySet<Column> = new Set<Column>(['orders', 'items', 'redemptions']);
const WORDS: ReadonlySet<Column> = new Set<Column>(['period', 'group']);
const ITEM_AMOUNTS: ReadonlySet<Column> = new Set<Column>(['amount', 'vat', 'left', 'expired', 'awaiting']);
export const isAmount = (column: Column): boolean =>
  ITEM_AMOUNTS.has(column) || (isFigureColumn(column) && !NUMBERS.has(column) && !WORDS.has(column));
export const isMoment = (column: Column): boolean => column === 'created_at';
export const isDay = (column: Column): boolean => column === 'date' || column === 'validity';

/** Whether a user may see a report. A report with full codes requires the right to search. */
export const canSee = ({ rights }: Pick<DeskVisit, 'rights'>, name: ReportName): boolean =>
  name !== 'claimed-items' || rights.has('search');
