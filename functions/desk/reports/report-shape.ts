import type { Days } from '../../domain/reporting/reports/query.ts';
import type { Cell } from '../../platform/csv.ts';
import type { Bar } from '../pages/chart.ts';
import type { Column } from './report-names.ts';

/** A report as a table. */
export interface Report {
  columns: readonly Column[];
  rows: Cell[][];
  /** Total number of rows, which may be more than `rows` has. */
  total: number;
  /** The days of the report, or the day whose end the report shows. */
  days?: Days;
  date?: string;
  /** Time (RFC 3339) since which everything has been checked. */
  provenSince?: string;
  /** Currency of all amounts; absent if each row has its own. */
  currency?: string;
  /** Column totals, if they are not the sums of the shown rows. */
  sums?: readonly (readonly [Column, number])[];
  /** Bars of the chart, if they are not derived from the rows. */
  bars?: readonly Bar[];
  shares?: readonly Bar[];
  /** The figures are being recounted. */
  recounting?: boolean;
}

/** Which days and how many rows are requested. */
export interface ReportExtent {
  days: Days;
  date: string | undefined;
  /** Maximum number of rows. */
  maximum: number;
  /** A CSV has the oldest rows first, so that rows that are added while it is read come last. */
  order: 'asc' | 'desc';
}
