import type { Days } from '../../domain/reporting/reports/query.ts';
import type { Cell } from '../../platform/csv.ts';
import type { Bar } from '../pages/chart.ts';
import type { Column } from './report-names.ts';

/** A report as a table. */
export interface Report {
  columns: readonly Column[];
  rows: Cell[][];
  /** Total number of rows; more than `rows` when limited. */
  total: number;
  /** Its days, or the day at whose end it applies. */
  days?: Days;
  date?: string;
  /** RFC 3339: everything was checked since. */
  provenSince?: string;
  /** Currency of all amounts; absent where rows have their own. */
  currency?: string;
  /** Totals of columns that differ from those of the rows shown. */
  sums?: readonly (readonly [Column, number])[];
  /** Data of the chart, where not derived from the rows; shares of the groups. */
  bars?: readonly Bar[];
  shares?: readonly Bar[];
  /** The figures are being recounted. */
  recounting?: boolean;
}

/** Requested extent of a report. */
export interface ReportExtent {
  days: Days;
  date: string | undefined;
  /** Maximum rows. */
  maximum: number;
  /** A CSV has the oldest first: rows added during the read come last. */
  order: 'asc' | 'desc';
}
