import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isArea } from '../areas.ts';
import { areaSource } from './area-entry.ts';
import { linkOrCopy } from './assets.ts';
import { buildAll, type Bundle, type BundleEntry } from './bundle.ts';

/** Record of a build: the bundles in a folder and the digests of their inputs. */
interface BuildRecord {
  sources: string[];
  inputsDigest: string;
  outputsDigest: string;
  bundles: Bundle[];
}

const RECORD = 'record.json';

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
  const recordFile = join(folder, RECORD);
  if (!existsSync(recordFile)) return undefined;
  const record = JSON.parse(readFileSync(recordFile, 'utf8')) as BuildRecord;
  const isSame =
    record.inputsDigest === digestOfInputs(entries, record.sources) &&
    record.outputsDigest === digestOfOutputs(folder, record.bundles);
  return isSame ? record : undefined;
};

/**
 * The bundles of these entries in a folder: existing ones if neither an input nor the folder has changed, new ones
 * otherwise.
 */
export const buildOnce = async (entries: readonly BundleEntry[], folder: string): Promise<Bundle[]> => {
  const record = validRecordIn(folder, entries);
  if (record) return record.bundles;
  const beganMs = Date.now();
  const { bundles, sources } = await buildAll(entries, folder);
  // A file that changed during the build may have been read before the change.
  const isSteady = [...builderFiles(), ...sources].every(
    (file) => !existsSync(file) || statSync(file).mtimeMs < beganMs,
  );
  if (isSteady) {
    const newRecord: BuildRecord = {
      sources,
      inputsDigest: digestOfInputs(entries, sources),
      outputsDigest: digestOfOutputs(folder, bundles),
      bundles,
    };
    writeFileSync(join(folder, RECORD), JSON.stringify(newRecord));
  }
  return bundles;
};

/**
 * Hard-links the bundles in `from` into the new folder `to`, if they are up to date. A later build replaces the files
 * in `from` instead of changing them, so the links stay intact.
 */
export const linkBundles = async (entries: readonly BundleEntry[], from: string, to: string): Promise<void> => {
  const record = validRecordIn(from, entries);
  if (!record) return;
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each !== RECORD && statSync(join(from, each)).isFile())) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await linkOrCopy(join(from, name), join(to, name));
  }
  const bundles = record.bundles.map((bundle) => ({ ...bundle, file: join(to, relative(from, bundle.file)) }));
  const newRecord: BuildRecord = { ...record, outputsDigest: digestOfOutputs(to, bundles), bundles };
  writeFileSync(join(to, RECORD), JSON.stringify(newRecord));
};
