import { nowMs } from '../../../platform/clock.ts';
import { localDate } from '../../../platform/zones.ts';
import { foldedDays } from '../book/read.ts';
import { closeDays, firstBookDay } from '../book/close.ts';
import { checkClosings, checkEntries, checkSubjects, checkSums, type Difference } from '../book/check.ts';
import type { BookEntryRow } from '../book/rows.ts';
import { pause } from '../../../storage/retry.ts';
import type { IntegrityFinding } from './rows.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';

/** Newer entries may be in progress. */
const MINIMUM_AGE_MS = 2 * HOUR_MS;
const ROUNDS = 3;
/** Number of nights within which the sums of every day are checked again. */
const NIGHTS = 7;

const findingOf = ({ day, figure, counted, right }: Difference): IntegrityFinding => ({
  check: 'figures',
  subject: day,
  message: `${figure} is counted as ${counted}, but items and orders give ${right}.`,
  difference: counted - right,
});

/** Faults of the entries of an item or an order in the book. */
export const entryFindings = async (expected: readonly BookEntryRow[], zone: string): Promise<IntegrityFinding[]> => {
  const untilMs = nowMs() - MINIMUM_AGE_MS;
  for (let round = 1; ; round++) {
    const differences = await checkEntries(expected, { zone, untilMs });
    if (differences.length === 0 || round >= ROUNDS) return differences.map(findingOf);
    await pause(round + 3);
  }
};

export interface FigureCheckResult {
  /** Days whose figures were checked. */
  checked: number;
  findings: IntegrityFinding[];
  /** Last day whose entries were compared with their items and orders. */
  through?: string;
}

/**
 * Folds past days, and compares sums with entries, and entries of new days with items and orders. The sums of every day
 * are checked within seven nights, or in this run if `whole` is set.
 */
export const checkFigures = async (
  { company, zone, after }: { company: string; zone: string; after: string | undefined },
  { whole = false, stopAt = Infinity }: { whole?: boolean; stopAt?: number },
): Promise<FigureCheckResult> => {
  const result: FigureCheckResult = { checked: 0, findings: [], ...(after === undefined ? {} : { through: after }) };
  const last = await closeDays(company, zone, stopAt);
  const first = last && (await firstBookDay(company, zone));
  if (last === undefined || first === undefined) return result;
  const tonight = Math.floor(Date.parse(`${localDate(nowMs(), zone)}T00:00:00Z`) / DAY_MS) % NIGHTS;
  if (whole || tonight === 0) result.findings.push(...(await checkClosings(company, zone)).map(findingOf));
  for (const day of await foldedDays(company, first, last)) {
    if (performance.now() > stopAt) return result;
    const isNew = after === undefined || day > after;
    if (!whole && !isNew && Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS) % NIGHTS !== tonight) continue;
    result.checked++;
    const differences = await checkSums(company, zone, day);
    if (isNew || whole) differences.push(...(await checkSubjects(company, zone, day)));
    result.findings.push(...differences.map(findingOf));
    if (isNew) result.through = day;
  }
  return result;
};
