import { chunksOf } from '../platform/chunks.ts';
import { nowMs } from '../platform/clock.ts';
import { duePages } from '../storage/due-rows.ts';
import { shardsOf, type DueKind } from '../storage/due.ts';
import { keyText, type Key } from '../storage/table.ts';

const BATCH_ROWS = 50;
/** Rows per read, for a sweep that reads all rows before it selects some. */
const SELECTED_FROM_PAGE = 1000;
/** Well within the time limit of the functions that sweep. The next run processes the rest. */
const TIME_BUDGET_MS = 45_000;

interface Sweep {
  kind: DueKind;
  /** Processes one due row. Returns `kept` if it cannot be done now; the row then stays due. */
  work: (key: Key) => Promise<'done' | 'kept'>;
  /** Rows of one shard that are processed concurrently. */
  concurrency: number;
  /** Reports a row that could not be processed: it stays due and does not delay others. */
  report: (key: Key, error: unknown) => void;
  /**
   * Maximum number of rows per shard in one run, selected at random, so that rows that fail in every run do not delay
   * the others. By default only the time is limited, and the earliest rows come first.
   */
  maximum?: number;
}

interface SweepResult {
  done: number;
  failed: number;
}

const NOTHING_SWEPT: SweepResult = { done: 0, failed: 0 };

export const addSweepResults = (all: readonly SweepResult[]): SweepResult =>
  all.reduce((sum, { done, failed }) => ({ done: sum.done + done, failed: sum.failed + failed }), NOTHING_SWEPT);

/** The time after which a run that begins now starts no further rows. */
export const stopAfterBudget = (): number => performance.now() + TIME_BUDGET_MS;

/** Processes due rows, all shards concurrently. */
export const sweepShards = async (sweep: Sweep, stopAt = stopAfterBudget()): Promise<SweepResult> =>
  addSweepResults(await Promise.all(shardsOf(sweep.kind).map((shard) => sweepShard(sweep, shard, stopAt))));

/**
 * Processes the due rows of one shard until none is left or time is up. Each row is tried once, because a row that was
 * processed may be due again at once.
 */
export const sweepShard = async (sweep: Sweep, shard: number, stopAt: number): Promise<SweepResult> => {
  let swept = NOTHING_SWEPT;
  const tried = new Set<string>();
  for await (const due of batchesOf(sweep, shard)) {
    const untried = due.filter((key) => !tried.has(keyText(key)));
    for (const group of chunksOf(untried, sweep.concurrency)) {
      if (performance.now() > stopAt) return swept;
      swept = addSweepResults([swept, ...(await Promise.all(group.map((key) => workOn(sweep, key))))]);
      for (const key of group) tried.add(keyText(key));
    }
  }
  return swept;
};

/** All due rows of a shard, the earliest first; if their number is limited, a random selection. */
const batchesOf = async function* ({ kind, maximum }: Sweep, shard: number): AsyncGenerator<readonly Key[]> {
  if (maximum === undefined) {
    yield* duePages(kind, shard, nowMs(), BATCH_ROWS);
    return;
  }
  const due: Key[] = [];
  for await (const page of duePages(kind, shard, nowMs(), SELECTED_FROM_PAGE)) due.push(...page);
  yield inRandomOrder(due).slice(0, maximum);
};

const inRandomOrder = (keys: readonly Key[]): Key[] =>
  keys
    .map((key) => ({ key, position: Math.random() }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ key }) => key);

const workOn = async ({ work, report }: Sweep, key: Key): Promise<SweepResult> => {
  try {
    return { done: (await work(key)) === 'done' ? 1 : 0, failed: 0 };
  } catch (error) {
    report(key, error);
    return { done: 0, failed: 1 };
  }
};
