import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlledStack } from '../running-stack.ts';
import { isPlanned } from './faults.ts';

const LIMIT_MS = 30_000;
const CHECK_MS = 20;
const SWEEPS_MAX = 5;

/**
 * Waits until nothing is left to do at the current clock: no function is running, the stream is read to its end, queues
 * have only delayed messages, schedules have run. Rows that the schedules leave due do not count. Returns what is still
 * in progress when time is up; an empty list means idle.
 */
export const waitUntilIdle = async (stack: ControlledStack): Promise<string[]> => {
  const deadline = Date.now() + LIMIT_MS;
  let sweeps = 0;
  let leftBySweep: string | undefined;
  for (;;) {
    await stack.runWhatIsDue();
    const isStale = hasStaleReplica(stack);
    if (!isStale && (await isQuiet(stack, deadline))) {
      const due = await stack.dueRows();
      const entries = due
        .map(({ key, kind }) => `${kind} ${key}`)
        .toSorted()
        .join('\n');
      // Another sweep cannot complete the rows that the previous sweep left, and some rows are always due. A sweep may
      // leave a row to the schedule of another kind.
      if (entries === '' || entries === leftBySweep || sweeps >= SWEEPS_MAX) return [];
      leftBySweep = entries;
      sweeps++;
      await stack.schedules.runFor(new Set(due.map(({ kind }) => kind)));
    } else if (Date.now() >= deadline) {
      const pendingWork = [...workInFlight(stack), ...(isStale ? ['replica of the table'] : [])];
      return pendingWork.length > 0 ? pendingWork : stack.streams.map(({ definition }) => `stream ${definition.name}`);
    } else {
      await sleep(CHECK_MS);
    }
  }
};

/** With stale reads, writes are in progress until every replica has them. */
const hasStaleReplica = (stack: ControlledStack): boolean =>
  isPlanned('table', 'stale') && !stack.replica.hasCaughtUp();

/** Whether no work is in progress and no function started or ended during the check. */
const isQuiet = async (stack: ControlledStack, deadline: number): Promise<boolean> => {
  const before = stack.functions.activity;
  if (workInFlight(stack).length > 0) return false;
  for (const stream of stack.streams) {
    if (!(await stream.waitUntilDrained(Math.max(1, deadline - Date.now())))) return false;
  }
  return workInFlight(stack).length === 0 && stack.functions.activity === before;
};

const workInFlight = (stack: ControlledStack): string[] => [
  ...stack.functions.running().map((name) => `function ${name}`),
  ...stack.schedules.running().map((name) => `schedule ${name}`),
  ...stack.schedules.due().map(({ name }) => `schedule ${name} is due`),
  ...stack.queues.flatMap((queue) => {
    const count = queue.unfinished();
    return count > 0 ? [`queue ${queue.definition.name} (${count})`] : [];
  }),
  ...stack.delays.due().map(({ queue }) => `delayed message for ${queue.split('/').at(-1) ?? ''}`),
];
