import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isArea } from '../areas.ts';
import { areaSource } from './area-entry.ts';
import { linkOrCopy } from './assets.ts';
import { buildAll, type Bundle, type BundleEntry } from './bundle.ts';

/** Content of a folder of bundles, and their inputs. */
interface BuildRecord {
  sources: string[];
  madeFrom: string;
  made: string;
  bundles: Bundle[];
}

const RECORD = 'kept.json';

/** Build settings, and the installed versions of packages. */
const builderFiles = (): string[] => [
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

const digestOfInputs = (entries: readonly BundleEntry[], sources: readonly string[]): string =>
  digestOf(
    [...builderFiles(), ...sources],
    [process.version, entries.map((entry) => [entry.name, entry.entry, isArea(entry) && areaSource(entry)])],
  );

/** Covers every file's size, and the content of code. */
const digestOfOutputs = (folder: string, bundles: readonly Bundle[]): string => {
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

const validRecordIn = (folder: string, entries: readonly BundleEntry[]): BuildRecord | undefined => {
  const record = join(folder, RECORD);
  if (!existsSync(record)) return undefined;
  const kept = JSON.parse(readFileSync(record, 'utf8')) as BuildRecord;
  const isSame =
    kept.madeFrom === digestOfInputs(entries, kept.sources) && kept.made === digestOfOutputs(folder, kept.bundles);
  return isSame ? kept : undefined;
};

/** The bundles of these entries in a folder: existing ones if no input has changed by a byte, new ones otherwise. */
export const buildOnce = async (entries: readonly BundleEntry[], folder: string): Promise<Bundle[]> => {
  const kept = validRecordIn(folder, entries);
  if (kept) return kept.bundles;
  const beganMs = Date.now();
  const { bundles, sources } = await buildAll(entries, folder);
  // A file that changed during the build may have been read before the change.
  const isSteady = [...builderFiles(), ...sources].every(
    (file) => !existsSync(file) || statSync(file).mtimeMs < beganMs,
  );
  if (isSteady) {
    const saved: BuildRecord = {
      sources,
      madeFrom: digestOfInputs(entries, sources),
      made: digestOfOutputs(folder, bundles),
      bundles,
    };
    writeFileSync(join(folder, RECORD), JSON.stringify(saved));
  }
  return bundles;
};

/**
 * Hard-links the bundles in `from` into the new folder `to`, if they are up to date. A later build writes new files.
 */
export const linkBundles = async (entries: readonly BundleEntry[], from: string, to: string): Promise<void> => {
  const kept = validRecordIn(from, entries);
  if (!kept) return;
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each !== RECORD && statSync(join(from, each)).isFile())) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await linkOrCopy(join(from, name), join(to, name));
  }
  const bundles = kept.bundles.map((bundle) => ({ ...bundle, file: join(to, relative(from, bundle.file)) }));
  const saved: BuildRecord = { ...kept, made: digestOfOutputs(to, bundles), bundles };
  writeFileSync(join(to, RECORD), JSON.stringify(saved));
};
