import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bundle } from '../../lib/build/bundle.ts';
import { keptBundles, lendBundles } from '../../lib/build/kept.ts';
import { allFunctions } from '../../lib/definition.ts';

export const BUILD_TIMEOUT_MS = 180_000;
const LOOK_MS = 100;

/** Far from this project's modules, and gone when the run of the tests ends (test/support/shared-bundles.ts). */
const shared = process.env['SHARED_BUNDLES'] ?? '';
export const folder = join(shared, 'made');
const turn = join(shared, 'turn');

let making: Promise<Bundle[]> | undefined;

/**
 * The bundles of all functions, made once for all files that look at them, in whatever process they run; those of
 * `npm run build` while they hold.
 */
export const built = (): Promise<Bundle[]> => (making ??= inTurn());

const inTurn = async (): Promise<Bundle[]> => {
  mkdirSync(shared, { recursive: true });
  while (!isMine()) await sleep(LOOK_MS);
  try {
    if (!existsSync(folder)) await lendBundles(allFunctions(), 'dist', folder);
    return await keptBundles(allFunctions(), folder);
  } finally {
    rmdirSync(turn);
  }
};

/** Only one process makes a folder. */
const isMine = (): boolean => {
  try {
    mkdirSync(turn);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};
