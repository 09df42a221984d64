import type { Days } from '../../domain/reporting/reports/query.ts';
import type { Cell } from '../../platform/csv.ts';
import type { Bar } from '../pages/chart.ts';
import type { Column } from './report-names.ts';

/** A report as a table. */
export interface Report {
  columns: readonly Column[];
  rows: Cell[][];
  /** How many rows there are; more than `rows` when not all were asked for. */
  total: number;
  /** The days that it covers, or the day at whose end it applies. */
  days?: Days;
  date?: string;
  /** RFC 3339: everything was checked since. */
  provenSince?: string;
  /** Currency of every amount; absent where rows have their own. */
  currency?: string;
  /** Sums of columns, where they are not those of the rows shown. */
  sums?: readonly (readonly [Column, number])[];
  /** What the chart shows, where it does not follow from the rows; shares of the groups. */
  bars?: readonly Bar[];
  shares?: readonly Bar[];
  /** The figures are being counted again. */
  recounting?: boolean;
}

/** What of a report is wanted. */
export interface Asked {
  days: Days;
  date: string | undefined;
  /** Most rows. */
  most: number;
  /** A file has the oldest first: what is added while it is read comes behind. */
  order: 'asc' | 'desc';
}
