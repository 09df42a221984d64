import type { ReportName } from './report-names.ts';

/** Address of a report for a range of days (`YYYY-MM-DD`). */
export const reportAddress = (name: ReportName, { from, to }: { from: string; to: string }): string =>
  `/desk/reports/${name}?${new URLSearchParams({ date_from: from, date_to: to }).toString()}`;
