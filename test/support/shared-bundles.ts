import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Folder of the bundles of all functions, shared by the files of one test run and built by the first that needs them.
 */
export const SHARED_BUNDLES = join(tmpdir(), `bundles-${process.pid}`);

/** Runs at the end of the test run. */
export const teardown = (): void => rmSync(SHARED_BUNDLES, { recursive: true, force: true });
