import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isArea } from '../areas.ts';
import { areaSource } from './area-entry.ts';
import { secondName } from './assets.ts';
import { buildAll, type Bundle, type BundleEntry } from './bundle.ts';

/** What lies in a folder of bundles, and what it was made from. */
interface Kept {
  sources: string[];
  madeFrom: string;
  made: string;
  bundles: Bundle[];
}

const RECORD = 'kept.json';

/** What decides how bundles are made, and which version of a package is meant. */
const makers = (): string[] => [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  ...readdirSync(import.meta.dirname).map((name) => join('lib/build', name)),
];

const digestOf = (files: readonly string[], more: unknown): string => {
  const hash = createHash('sha256').update(JSON.stringify(more));
  for (const file of files) {
    const bytes = existsSync(file) ? readFileSync(file) : undefined;
    hash.update(`\n${file} ${bytes?.byteLength ?? 'missing'}\n`).update(bytes ?? '');
  }
  return hash.digest('hex');
};

const madeFrom = (entries: readonly BundleEntry[], sources: readonly string[]): string =>
  digestOf(
    [...makers(), ...sources],
    [process.version, entries.map((entry) => [entry.name, entry.entry, isArea(entry) && areaSource(entry)])],
  );

/** Every file by its size, and the code by its bytes. */
const madeIn = (folder: string, bundles: readonly Bundle[]): string => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name !== RECORD);
  const sizes = files.toSorted().map((name) => [name, sizeOf(join(folder, name))]);
  return digestOf(
    bundles.map(({ file }) => file),
    sizes,
  );
};

const sizeOf = (path: string): number => {
  const stats = statSync(path);
  return stats.isFile() ? stats.size : 0;
};

const keptIn = (folder: string, entries: readonly BundleEntry[]): Kept | undefined => {
  const record = join(folder, RECORD);
  if (!existsSync(record)) return undefined;
  const kept = JSON.parse(readFileSync(record, 'utf8')) as Kept;
  const isSame = kept.madeFrom === madeFrom(entries, kept.sources) && kept.made === madeIn(folder, kept.bundles);
  return isSame ? kept : undefined;
};

/**
 * The bundles of these entries in a folder: those that lie there while neither they nor anything that they were made from
 * has changed by a byte, new ones otherwise.
 */
export const keptBundles = async (entries: readonly BundleEntry[], folder: string): Promise<Bundle[]> => {
  const kept = keptIn(folder, entries);
  if (kept) return kept.bundles;
  const beganMs = Date.now();
  const { bundles, sources } = await buildAll(entries, folder);
  // What was written to meanwhile may have been read before.
  const isSteady = [...makers(), ...sources].every((file) => !existsSync(file) || statSync(file).mtimeMs < beganMs);
  if (isSteady) {
    const saved: Kept = { sources, madeFrom: madeFrom(entries, sources), made: madeIn(folder, bundles), bundles };
    writeFileSync(join(folder, RECORD), JSON.stringify(saved));
  }
  return bundles;
};

/**
 * Lays second names of the bundles in `from` into `to`, which is not there yet, while they hold; nothing otherwise. Who
 * makes them anew meanwhile writes new files.
 */
export const lendBundles = async (entries: readonly BundleEntry[], from: string, to: string): Promise<void> => {
  const kept = keptIn(from, entries);
  if (!kept) return;
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each !== RECORD && statSync(join(from, each)).isFile())) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await secondName(join(from, name), join(to, name));
  }
  const bundles = kept.bundles.map((bundle) => ({ ...bundle, file: join(to, relative(from, bundle.file)) }));
  const saved: Kept = { ...kept, made: madeIn(to, bundles), bundles };
  writeFileSync(join(to, RECORD), JSON.stringify(saved));
};
