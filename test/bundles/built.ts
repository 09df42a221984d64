import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bundle } from '../../lib/build/bundle.ts';
import { buildOnce, linkBundles } from '../../lib/build/reused-bundles.ts';
import { allFunctions } from '../../lib/definition.ts';

export const BUILD_TIMEOUT_MS = 600_000;
const LOOK_MS = 100;

/**
 * Folder outside the project, so that bundles cannot load its modules. Deleted at the end of the test run
 * (test/support/shared-bundles.ts).
 */
const shared = process.env['SHARED_BUNDLES'] ?? '';
export const folder = join(shared, 'made');
const turn = join(shared, 'turn');

let making: Promise<Bundle[]> | undefined;

/**
 * The bundles of all functions, built once for all test files in all processes, or linked from `npm run build` if up to
 * date.
 */
export const built = (): Promise<Bundle[]> => (making ??= inTurn());

const inTurn = async (): Promise<Bundle[]> => {
  mkdirSync(shared, { recursive: true });
  while (!isMine()) await sleep(LOOK_MS);
  try {
    if (!existsSync(folder)) await linkBundles(allFunctions(), 'dist', folder);
    return await buildOnce(allFunctions(), folder);
  } finally {
    rmdirSync(turn);
  }
};

/** Acquires the lock, a folder that only one process can create. */
const isMine = (): boolean => {
  try {
    mkdirSync(turn);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};
