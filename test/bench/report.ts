/** One table of measurements: printed, and as JSON. */
export interface Section {
  title: string;
  /** Meaning of the figures, in one sentence. */
  note: string;
  rows: Record<string, string | number>[];
}

export const printSection = (section: Section): void => {
  console.log(`\n${section.title}\n${section.note}`);
  console.table(section.rows);
};

export const percentile = (figures: readonly number[], percent: number): number => {
  const sorted = figures.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
};

export const roundTo = (figure: number, digits = 1): number => Number(figure.toFixed(digits));
