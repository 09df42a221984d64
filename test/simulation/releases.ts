import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { clock } from '../../functions/platform/clock.ts';
import type { log } from '../../functions/platform/log.ts';
import type { coldStart } from '../../functions/platform/warm-state.ts';
import type { documents } from '../../functions/storage/client.ts';

const require = createRequire(import.meta.url);

/** The code of one release in this process, with its replaceable parts. */
export interface Release {
  folder: string;
  clock: typeof clock;
  log: typeof log;
  documents: typeof documents;
  coldStart: typeof coldStart;
}

const loadRelease = (folder: string): Release => {
  const part = (file: string): Partial<Release> => require(join(folder, 'functions', file)) as Partial<Release>;
  const parts = ['platform/clock.ts', 'platform/log.ts', 'platform/warm-state.ts', 'storage/client.ts'].map(part);
  return { ...(Object.assign({}, ...parts) as Release), folder };
};

/** Releases of the functions; by default only this one. */
export const releases: Release[] = [loadRelease(resolve('.'))];

/**
 * Runs functions of another release concurrently with those of this one, on the same table and queues, as during a
 * deployment. The release is a folder, or a commit from the history. A commit uses the current packages, and its own
 * version of those that this release no longer has.
 */
export const runWithRelease = (folderOrCommit: string): void => {
  releases.push(loadRelease(existsSync(folderOrCommit) ? resolve(folderOrCommit) : folderOf(folderOrCommit)));
};

const folderOf = (commit: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', commit, 'functions', 'package.json'], { maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  providePackages(folder);
  return folder;
};

/** Links the packages of this project, so that both releases share modules such as error classes. */
const providePackages = (folder: string): void => {
  const own = join(folder, 'node_modules');
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const missing = Object.entries(dependencies).filter(([name]) => !existsSync(join('node_modules', name)));
  if (missing.length === 0) return symlinkSync(resolve('node_modules'), own);
  const before = join(folder, 'packages-before');
  const packages = missing.map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--prefix', before, '--no-save', '--no-audit', '--ignore-scripts', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const from of ['node_modules', join(before, 'node_modules')]) {
    for (const name of packagesIn(from)) {
      const link = join(own, name);
      mkdirSync(dirname(link), { recursive: true });
      if (!existsSync(link)) symlinkSync(resolve(from, name), link);
    }
  }
};

/** Names of the packages in a folder, including their scopes. */
const packagesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inside) => `${name}/${inside}`) : [name],
  );

/** The file of a function in a release; this release's own if the other one has no such function. */
export const entryIn = ({ folder }: Release, entry: string): string => {
  const file = join(folder, entry);
  return existsSync(file) ? file : resolve(entry);
};
