import { nowMs } from '../../platform/clock.ts';
import { warmMap } from '../../platform/warm-state.ts';
import { pause } from '../retry.ts';
import { ConditionFailed, updateRow, type Row, type RowUpdate } from '../table.ts';
import { SKEW_MS } from './clock-skew.ts';
import { LimitExceeded } from './limit-exceeded.ts';

/** A row with a limit that is replenished continuously (GCRA). */
interface GcraRow extends Row {
  /** Theoretical arrival time: the time at which the full limit is available again. */
  tatMs: number;
}

/** The part of an update expression that counts a use. */
interface GcraStep {
  isIdle: boolean;
  assignment: string;
  condition: string;
  /** `:now`, and further values of the assignment and the condition. */
  values: Record<string, unknown>;
}

interface GcraUse {
  name: string;
  /** The part of the window that one use takes: 100 ms for 600 uses per minute. */
  costMs: number;
  windowMs: number;
  /** Returns the update of the row with the step included. */
  update: (step: GcraStep) => RowUpdate;
  /** Reads the arrival time from the row of a refused update. Throws if the use was refused for another reason. */
  readTatMs: (row: Row | undefined, atMs: number) => number;
  /** Returns the error to throw if concurrent updates keep conflicting. */
  busy: () => Error;
}

/** Thrown if the limit is reached. `tatMs` is the time at which the full limit is available again. */
export class GcraExceeded extends LimitExceeded {
  readonly tatMs: number;
  readonly atMs: number;
  constructor(tatMs: number, atMs: number, waitMs: number) {
    super(waitMs);
    this.tatMs = tatMs;
    this.atMs = atMs;
  }
}

const ATTEMPTS = 12;
const REMEMBERED = 1000;

/** Limits in one kind of row. Each use is one conditional update, which may include other changes to the row. */
export class Gcra<T extends GcraRow> {
  /**
   * The update has two forms, because update expressions cannot select the larger of two numbers: one for an idle
   * limit, one for a limit in use. The last arrival time in this process decides which one is tried first; a wrong
   * guess costs one call.
   */
  readonly #lastSeenTatMs = warmMap<string, number>();

  /**
   * Counts a use and returns the row and the time of the use. Throws `GcraExceeded`, the error of `busy`, and the
   * errors of the update and of `readTatMs`.
   */
  async spend(use: GcraUse): Promise<{ row: T; atMs: number }> {
    const { name, costMs, windowMs } = use;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // Concurrent uses of an idle limit fail together, so jitter spreads them out.
      if (attempt > 1) await pause(attempt);
      const atMs = nowMs();
      const seenMs = this.#lastSeenTatMs.get(name) ?? 0;
      const isIdle = seenMs <= atMs || seenMs > aheadMs(atMs, windowMs);
      if (isIdle) this.#remember(name, atMs + costMs);
      try {
        const row = await updateRow<T>(use.update(stepAt(atMs, isIdle, use)));
        this.#remember(name, row.tatMs);
        return { row, atMs };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const tatMs = use.readTatMs(error.row, atMs);
        this.#remember(name, tatMs);
        const waitMs = tatMs - atMs - (windowMs - costMs);
        if (waitMs > 0 && tatMs <= aheadMs(atMs, windowMs)) throw new GcraExceeded(tatMs, atMs, waitMs);
      }
    }
    throw use.busy();
  }

  /** Drops the remembered time of a row whose limit was reset. */
  forget(name: string): void {
    this.#lastSeenTatMs.delete(name);
  }

  #remember(name: string, tatMs: number): void {
    if (this.#lastSeenTatMs.size >= REMEMBERED) this.#lastSeenTatMs.clear();
    this.#lastSeenTatMs.set(name, tatMs);
  }
}

/** A later arrival time was recorded by a clock that has been set back since then, and does not count. */
const aheadMs = (atMs: number, windowMs: number): number => atMs + windowMs + SKEW_MS;

const stepAt = (atMs: number, isIdle: boolean, { costMs, windowMs }: GcraUse): GcraStep =>
  isIdle
    ? {
        isIdle,
        assignment: 'tatMs = :next',
        condition: '(tatMs <= :now OR tatMs > :ahead)',
        values: { ':now': atMs, ':next': atMs + costMs, ':ahead': aheadMs(atMs, windowMs) },
      }
    : {
        isIdle,
        assignment: 'tatMs = tatMs + :cost',
        condition: 'tatMs BETWEEN :now AND :last',
        values: { ':now': atMs, ':cost': costMs, ':last': atMs + windowMs - costMs },
      };
