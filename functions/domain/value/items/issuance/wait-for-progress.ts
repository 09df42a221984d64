import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than one transaction takes under load. */
const CHECK_EVERY_MS = 1000;
/**
 * After this many checks, the worker takes over the work even if it progresses, because concurrent work on it is safe.
 */
const CHECKS_MAX = 12;

/**
 * Waits while a request is still processing its own commit. `still`: the worker must take over, because there was no
 * progress between two checks or the maximum number of checks is reached. `readLeft` returns the number of remaining
 * items; undefined if there are none.
 */
export const untilDoneOrStalled = async (readLeft: () => Promise<number | undefined>): Promise<'done' | 'still'> => {
  let before: number | undefined;
  for (let at = 0; at < CHECKS_MAX; at++) {
    const remaining = await readLeft();
    if (remaining === undefined) return 'done';
    if (remaining === before) return 'still';
    before = remaining;
    await sleep(CHECK_EVERY_MS);
  }
  return 'still';
};
