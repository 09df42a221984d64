import { nowMs } from '../../platform/clock.ts';
import { warmMap } from '../../platform/warm-state.ts';
import { pause } from '../retry.ts';
import { ConditionFailed, updateRow, type Row, type RowUpdate } from '../table.ts';
import { LimitExceeded } from './limit-exceeded.ts';

/** A row with a limit that refills continuously (GCRA). */
interface GcraRow extends Row {
  /** Theoretical arrival time: from then on the whole limit is available. */
  tatMs: number;
}

/** The part of an update that counts a use. */
interface GcraStep {
  isIdle: boolean;
  assignment: string;
  condition: string;
  /** `:now`, and further values of both expressions. */
  values: Record<string, unknown>;
}

interface GcraUse {
  name: string;
  /** Share of the window: a use of 600 a minute has a cost of 100 ms. */
  costMs: number;
  windowMs: number;
  /** The update of the row that includes a step. */
  update: (step: GcraStep) => RowUpdate;
  /** Arrival time in the row of a refused update. Throws when the use is refused for another reason. */
  readTatMs: (row: Row | undefined, atMs: number) => number;
  /** The error to throw when concurrent updates keep conflicting. */
  busy: () => Error;
}

/** Thrown when the limit is used up. `tatMs` is when the whole limit is available again. */
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

/** Limits of one kind of row. Each use is one conditional update, which may carry other changes of the row. */
export class Gcra<T extends GcraRow> {
  /**
   * The update has two forms, because no update expression can use the larger of two numbers: one for a limit that is
   * idle, one for a limit in use. The last arrival time seen here decides which to try; a wrong guess costs one call.
   */
  readonly #lastSeenTatMs = warmMap<string, number>();

  /** Counts a use. Returns the row, and the moment of the use. Throws `GcraExceeded`, and the errors of the update. */
  async spend(use: GcraUse): Promise<{ row: T; atMs: number }> {
    const { name, costMs, windowMs } = use;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // Concurrent uses of an idle limit guess wrong together; jitter spreads them out.
      if (attempt > 1) await pause(attempt);
      const atMs = nowMs();
      const isIdle = (this.#lastSeenTatMs.get(name) ?? 0) <= atMs;
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
        if (waitMs > 0) throw new GcraExceeded(tatMs, atMs, waitMs);
      }
    }
    throw use.busy();
  }

  /** Forgets a row whose limit was reset. */
  forget(name: string): void {
    this.#lastSeenTatMs.delete(name);
  }

  #remember(name: string, tatMs: number): void {
    if (this.#lastSeenTatMs.size >= REMEMBERED) this.#lastSeenTatMs.clear();
    this.#lastSeenTatMs.set(name, tatMs);
  }
}

const stepAt = (atMs: number, isIdle: boolean, { costMs, windowMs }: GcraUse): GcraStep =>
  isIdle
    ? {
        isIdle,
        assignment: 'tatMs = :next',
        condition: 'tatMs <= :now',
        values: { ':now': atMs, ':next': atMs + costMs },
      }
    : {
        isIdle,
        assignment: 'tatMs = tatMs + :cost',
        condition: 'tatMs BETWEEN :now AND :last',
        values: { ':now': atMs, ':cost': costMs, ':last': atMs + windowMs - costMs },
      };
