/** URL of the summary for a range of days (`YYYY-MM-DD`). */
export const summaryUrl = ({ from, to }: { from: string; to: string }): string =>
  `/desk/reports/summary?${new URLSearchParams({ date_from: from, date_to: to }).toString()}`;
