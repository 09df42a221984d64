import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, type Bundle } from '../../lib/build/bundle.ts';
import { allFunctions } from '../../lib/definition.ts';

export const BUILD_TIMEOUT_MS = 180_000;
export const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

let making: Promise<Bundle[]> | undefined;

/** The bundles of all functions, made once for all files that look at them. */
export const built = (): Promise<Bundle[]> => (making ??= bundle(allFunctions(), folder));
