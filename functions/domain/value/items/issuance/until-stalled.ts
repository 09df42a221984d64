import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than one transaction takes on a busy day. */
const LOOK_EVERY_MS = 1000;
/** Then it is taken over in any case: two at the same work do no harm. */
const LOOKS_MAX = 12;

/**
 * Waits while a request is still at the work that follows its commit: its worker takes over only what stands still.
 * `look` counts what is left; undefined says that nothing is.
 */
export const untilDoneOrStalled = async (look: () => Promise<number | undefined>): Promise<'done' | 'still'> => {
  let before: number | undefined;
  for (let at = 0; at < LOOKS_MAX; at++) {
    const left = await look();
    if (left === undefined) return 'done';
    if (left === before) return 'still';
    before = left;
    await sleep(LOOK_EVERY_MS);
  }
  return 'still';
};
