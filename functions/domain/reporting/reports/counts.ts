import { getRows, queryAll, type Key } from '../../../storage/table.ts';
import {
  countAttribute,
  countKey,
  periodOfRow,
  periodsOf,
  type CountRow,
  type Facet,
  type SeriesName,
} from './rows.ts';
import {
  dayOfLeaf,
  DAYS_PER_PERIOD,
  firstLeafOfDay,
  firstLeafOfPeriod,
  LEAVES_PER_DAY,
  periodOfLeaf,
  type LeafRange,
} from './periods.ts';

/**
 * Leaves with the requested entries, in the requested direction. `skip`: number of entries in the first leaf that
 * precede the requested ones.
 */
interface PagedLeaves {
  leaves: number[];
  skip: number;
}

interface LeafPage {
  descending: boolean;
  skip: number;
  need: number;
}

/**
 * Counts of one series of a company. A sum over a range reads the rows of all periods in one query (a few kilobytes for
 * each 64 days of business) and two rows of days. Finding the n-th entry reads a few more rows of days.
 */
export class Counts {
  readonly #company: string;
  readonly #series: SeriesName;
  readonly #days = new Map<number, CountRow | undefined>();
  #periodRows = new Map<number, CountRow>();

  private constructor(company: string, series: SeriesName) {
    this.#company = company;
    this.#series = series;
  }

  /** Reads the nodes that a range needs. */
  static async of(company: string, series: SeriesName, range: LeafRange): Promise<Counts> {
    const counts = new Counts(company, series);
    await Promise.all([counts.#loadPeriods(), counts.reach(range)]);
    return counts;
  }

  /** Reads the nodes that a further range needs. */
  async reach(range: LeafRange): Promise<void> {
    const ends = [range.from, range.to].filter((leaf) => leaf > 0 && leaf < Infinity);
    await this.#load(ends.map(dayOfLeaf));
  }

  /** Number of entries in a loaded range. */
  total(range: LeafRange, facets: readonly Facet[]): number {
    return this.#before(range.to, facets) - this.#before(range.from, facets);
  }

  /** Finds the leaves that contain the entries after the first `skip`. */
  async find(range: LeafRange, facets: readonly Facet[], page: LeafPage): Promise<PagedLeaves> {
    const { descending, skip, need } = page;
    const inDays: SearchState = { skip, needed: need, started: false };
    const days: number[] = [];
    for (const period of this.#periods(range, descending)) {
      const within = clip(range, firstLeafOfPeriod(period), firstLeafOfPeriod(period + 1));
      const count = this.#countIn(within, () => this.#sumOfPeriod(period, facets), facets);
      if (isPassedOver(inDays, count)) continue;
      if (inDays.needed <= 0) break;
      days.push(...daysOf(period, descending).filter((day) => takes(inDays, this.#countOfDay(day, range, facets))));
    }
    await this.#load(days);
    const inLeaves: SearchState = { skip: inDays.skip, needed: need, started: false };
    const leaves = days
      .flatMap((day) => leavesOf(day, descending))
      .filter((leaf) => leaf >= range.from && leaf < range.to)
      .filter((leaf) => takes(inLeaves, this.#sumOfLeaf(leaf, facets)));
    return { leaves, skip: inLeaves.skip };
  }

  #countOfDay(day: number, range: LeafRange, facets: readonly Facet[]): number {
    const within = clip(range, firstLeafOfDay(day), firstLeafOfDay(day + 1));
    return this.#countIn(within, () => this.#sumOfDay(day, facets), facets);
  }

  /** The count of a whole node, or of its part in a range. The days at the ends of the range are loaded. */
  #countIn(within: RangePart, whole: () => number, facets: readonly Facet[]): number {
    if (within.to <= within.from) return 0;
    return within.whole ? whole() : this.#before(within.to, facets) - this.#before(within.from, facets);
  }

  /** Periods with entries, earliest first. */
  #allPeriods(): number[] {
    return [...this.#periodRows.keys()].toSorted((a, b) => a - b);
  }

  #periods(range: LeafRange, descending: boolean): number[] {
    const periods = this.#allPeriods().filter(
      (period) => firstLeafOfPeriod(period + 1) > range.from && firstLeafOfPeriod(period) < range.to,
    );
    return descending ? periods.toReversed() : periods;
  }

  /** Entries before a leaf. */
  #before(leaf: number, facets: readonly Facet[]): number {
    if (leaf <= 0) return 0;
    const period = periodOfLeaf(leaf);
    const earlier = this.#allPeriods().filter((each) => each < period);
    let sum = earlier.reduce((total, each) => total + this.#sumOfPeriod(each, facets), 0);
    if (leaf === Infinity) return sum;
    const day = dayOfLeaf(leaf);
    for (let each = day - (day % DAYS_PER_PERIOD); each < day; each++) sum += this.#sumOfDay(each, facets);
    for (let each = firstLeafOfDay(day); each < leaf; each++) sum += this.#sumOfLeaf(each, facets);
    return sum;
  }

  #sumOfPeriod(period: number, facets: readonly Facet[]): number {
    return daysOf(period, false).reduce((sum, day) => sum + this.#sumOfDay(day, facets), 0);
  }

  #sumOfDay(day: number, facets: readonly Facet[]): number {
    return sumOf(this.#periodRows.get(Math.floor(day / DAYS_PER_PERIOD)), day % DAYS_PER_PERIOD, facets);
  }

  #sumOfLeaf(leaf: number, facets: readonly Facet[]): number {
    return sumOf(this.#days.get(dayOfLeaf(leaf)), leaf % LEAVES_PER_DAY, facets);
  }

  async #loadPeriods(): Promise<void> {
    const rows = await queryAll<CountRow>(periodsOf(this.#company, this.#series));
    this.#periodRows = new Map(rows.map((row) => [periodOfRow(row), row]));
  }

  async #load(days: readonly number[]): Promise<void> {
    const missing = days.filter((day) => !this.#days.has(day));
    if (missing.length === 0) return;
    const keyOf = (day: number): Key => countKey(this.#company, this.#series, 'day', day);
    const rows = await getRows(missing.map(keyOf));
    for (const day of missing) this.#days.set(day, rows.get<CountRow>(keyOf(day)));
  }
}

/** The count of a child in its node's row. */
const sumOf = (row: CountRow | undefined, child: number, facets: readonly Facet[]): number =>
  facets.reduce((sum, facet) => sum + (row?.[countAttribute(child, facet)] ?? 0), 0);

/**
 * State of a search for entries. Once it has `started`, no more children are skipped, and `skip` is the number of
 * entries to skip in the first child.
 */
interface SearchState {
  skip: number;
  needed: number;
  started: boolean;
}

/** Whether all entries of a child come before the requested ones. Deducts them from `skip`. */
const isPassedOver = (search: SearchState, count: number): boolean => {
  if (search.started || search.skip < count) return count <= 0;
  search.skip -= count;
  return true;
};

/** Whether a child with `count` entries contains requested ones. Deducts these from `needed`. */
const takes = (search: SearchState, count: number): boolean => {
  if (search.needed <= 0 || isPassedOver(search, count)) return false;
  search.needed -= search.started ? count : count - search.skip;
  search.started = true;
  return true;
};

interface RangePart extends LeafRange {
  /** Whether the requested range contains the part completely. */
  whole: boolean;
}

const clip = (range: LeafRange, from: number, to: number): RangePart => {
  const clipped = { from: Math.max(range.from, from), to: Math.min(range.to, to) };
  return { ...clipped, whole: clipped.from === from && clipped.to === to };
};

const numberRange = (first: number, count: number, descending: boolean): number[] =>
  Array.from({ length: count }, (_, at) => first + (descending ? count - 1 - at : at));

const daysOf = (period: number, descending: boolean): number[] =>
  numberRange(period * DAYS_PER_PERIOD, DAYS_PER_PERIOD, descending);

const leavesOf = (day: number, descending: boolean): number[] =>
  numberRange(firstLeafOfDay(day), LEAVES_PER_DAY, descending);
