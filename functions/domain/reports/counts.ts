import { getRows, keyText, type Key } from '../../storage/table.ts';
import { countAttribute, countKey, type CountRow, type Facet, type SeriesName } from './rows.ts';
import {
  dayOfLeaf,
  DAYS_PER_PERIOD,
  firstLeafOfDay,
  firstLeafOfPeriod,
  LEAVES_PER_DAY,
  periodOfLeaf,
  type LeafRange,
  type LevelName,
} from './periods.ts';

/** Leaves that hold the wanted entries, in the wanted direction; `skip` entries of the first come before them. */
export interface Stretch {
  leaves: number[];
  skip: number;
}

interface Wanted {
  descending: boolean;
  skip: number;
  need: number;
}

/**
 * Counts of one series of a company. However long the series, a sum over a range reads at most five small rows, and
 * finding the n-th entry a few more.
 */
export class Counts {
  readonly #company: string;
  readonly #series: SeriesName;
  readonly #rows = new Map<string, CountRow | undefined>();

  private constructor(company: string, series: SeriesName) {
    this.#company = company;
    this.#series = series;
  }

  /** Reads the nodes that a range needs. */
  static async of(company: string, series: SeriesName, range: LeafRange): Promise<Counts> {
    const counts = new Counts(company, series);
    await counts.reach(range);
    return counts;
  }

  /** Reads the nodes that a further range needs. */
  async reach(range: LeafRange): Promise<void> {
    const ends = [range.from, range.to].filter((leaf) => leaf > 0 && leaf < Infinity);
    await this.#load([
      this.#key('root', 0),
      ...ends.flatMap((leaf) => [this.#key('period', periodOfLeaf(leaf)), this.#key('day', dayOfLeaf(leaf))]),
    ]);
  }

  /** Entries in a range that was reached for. */
  total(range: LeafRange, facets: readonly Facet[]): number {
    return this.#before(range.to, facets) - this.#before(range.from, facets);
  }

  /** Where the entries after the first `skip` stand. */
  async find(range: LeafRange, facets: readonly Facet[], wanted: Wanted): Promise<Stretch> {
    const { descending, skip, need } = wanted;
    const inDays: Taking = { skip, left: need, started: false };
    const days: number[] = [];
    for (const period of this.#periods(range, descending)) {
      const within = clip(range, firstLeafOfPeriod(period), firstLeafOfPeriod(period + 1));
      const count = this.#countOf('root', 0, period, within, facets);
      if (isPassedOver(inDays, count)) continue;
      if (inDays.left <= 0) break;
      await this.#load([this.#key('period', period)]);
      days.push(...daysOf(period, descending).filter((day) => takes(inDays, this.#countOfDay(day, range, facets))));
    }
    await this.#load(days.map((day) => this.#key('day', day)));
    const inLeaves: Taking = { skip: inDays.skip, left: need, started: false };
    const leaves = days
      .flatMap((day) => leavesOf(day, descending))
      .filter((leaf) => leaf >= range.from && leaf < range.to)
      .filter((leaf) => takes(inLeaves, this.#child('day', dayOfLeaf(leaf), leaf % LEAVES_PER_DAY, facets)));
    return { leaves, skip: inLeaves.skip };
  }

  #countOfDay(day: number, range: LeafRange, facets: readonly Facet[]): number {
    const within = clip(range, firstLeafOfDay(day), firstLeafOfDay(day + 1));
    return this.#countOf('period', Math.floor(day / DAYS_PER_PERIOD), day % DAYS_PER_PERIOD, within, facets);
  }

  /** The count of a child, or of the part of it that lies in the range: then its nodes are loaded. */
  #countOf(level: LevelName, node: number, child: number, within: Clipped, facets: readonly Facet[]): number {
    if (within.to <= within.from) return 0;
    if (within.whole) return this.#child(level, node, child, facets);
    return this.#before(within.to, facets) - this.#before(within.from, facets);
  }

  /** Periods in which there is anything, earliest first. */
  #allPeriods(): number[] {
    const names = Object.keys(this.#row(this.#key('root', 0)) ?? {});
    const numbers = names.flatMap((name) => /^n(\d+)$/.exec(name)?.[1] ?? []).map(Number);
    return numbers.toSorted((a, b) => a - b);
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
    let sum = earlier.reduce((total, each) => total + this.#child('root', 0, each, facets), 0);
    if (leaf === Infinity) return sum;
    const day = dayOfLeaf(leaf);
    for (let each = 0; each < day % DAYS_PER_PERIOD; each++) sum += this.#child('period', period, each, facets);
    for (let each = 0; each < leaf % LEAVES_PER_DAY; each++) sum += this.#child('day', day, each, facets);
    return sum;
  }

  #child(level: LevelName, node: number, child: number, facets: readonly Facet[]): number {
    const row = this.#row(this.#key(level, node));
    return facets.reduce(
      (sum, facet) => sum + ((row?.[countAttribute(child, facet) as `n${string}`] as number) ?? 0),
      0,
    );
  }

  #key(level: LevelName, node: number): Key {
    return countKey(this.#company, this.#series, level, node);
  }

  #row(key: Key): CountRow | undefined {
    return this.#rows.get(keyText(key));
  }

  async #load(keys: readonly Key[]): Promise<void> {
    const missing = keys.filter((key) => !this.#rows.has(keyText(key)));
    if (missing.length === 0) return;
    const rows = await getRows(missing);
    for (const key of missing) this.#rows.set(keyText(key), rows.get<CountRow>(key));
  }
}

/** How far a search for entries has come. Once started, nothing is skipped any more: `skip` belongs to the first. */
interface Taking {
  skip: number;
  left: number;
  started: boolean;
}

/** Whether all entries of a child come before the wanted ones; they are skipped then. */
const isPassedOver = (taking: Taking, count: number): boolean => {
  if (taking.started || taking.skip < count) return count <= 0;
  taking.skip -= count;
  return true;
};

/** Whether a child with so many entries holds wanted ones. */
const takes = (taking: Taking, count: number): boolean => {
  if (taking.left <= 0 || isPassedOver(taking, count)) return false;
  taking.left -= taking.started ? count : count - taking.skip;
  taking.started = true;
  return true;
};

interface Clipped extends LeafRange {
  /** Nothing was cut off. */
  whole: boolean;
}

const clip = (range: LeafRange, from: number, to: number): Clipped => {
  const clipped = { from: Math.max(range.from, from), to: Math.min(range.to, to) };
  return { ...clipped, whole: clipped.from === from && clipped.to === to };
};

const numbered = (first: number, count: number, descending: boolean): number[] =>
  Array.from({ length: count }, (_, at) => first + (descending ? count - 1 - at : at));

const daysOf = (period: number, descending: boolean): number[] =>
  numbered(period * DAYS_PER_PERIOD, DAYS_PER_PERIOD, descending);

const leavesOf = (day: number, descending: boolean): number[] =>
  numbered(firstLeafOfDay(day), LEAVES_PER_DAY, descending);
