import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { clock } from '../../functions/platform/clock.ts';
import type { log } from '../../functions/platform/log.ts';
import type { coldStart } from '../../functions/platform/warm-state.ts';
import type { documents } from '../../functions/storage/client.ts';

const require = createRequire(import.meta.url);

/** The code of one release in this process, with the parts that the simulation takes into its hands. */
export interface Release {
  folder: string;
  clock: typeof clock;
  log: typeof log;
  documents: typeof documents;
  coldStart: typeof coldStart;
}

const loaded = (folder: string): Release => {
  const part = (file: string): Partial<Release> => require(join(folder, 'functions', file)) as Partial<Release>;
  const parts = ['platform/clock.ts', 'platform/log.ts', 'platform/warm-state.ts', 'storage/client.ts'].map(part);
  return { ...(Object.assign({}, ...parts) as Release), folder };
};

/** Releases whose functions take turns; as a rule this one alone. */
export const releases: Release[] = [loaded(resolve('.'))];

/**
 * Has functions of another release work beside those of this one, on the same table and queues, as they do while a deployment
 * is on its way. It is a folder, or a commit whose code is taken from the history, with the packages of today.
 */
export const runBeside = (folderOrCommit: string): void => {
  releases.push(loaded(existsSync(folderOrCommit) ? resolve(folderOrCommit) : folderOf(folderOrCommit)));
};

const folderOf = (commit: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', commit, 'functions', 'package.json'], { maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
};

/** The file of a function in a release; this release's own where the other one has no such function. */
export const entryIn = ({ folder }: Release, entry: string): string => {
  const file = join(folder, entry);
  return existsSync(file) ? file : resolve(entry);
};
