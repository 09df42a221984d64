import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where files of one run of the tests share the bundles of all functions; made by the first that asks for them. */
export const SHARED_BUNDLES = join(tmpdir(), `bundles-${process.pid}`);

/** When the run ends. */
export const teardown = (): void => rmSync(SHARED_BUNDLES, { recursive: true, force: true });
