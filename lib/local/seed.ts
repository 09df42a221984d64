import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOperatorFile } from '../operator-file.ts';
import { withLocalPictures } from './services/demo-pictures.ts';
import { PROJECT, StartError, type LocalSettings } from './settings.ts';
import type { LocalState } from './state.ts';

/** A key to show in the terminal. */
export interface ShownKey {
  company: string;
  label: string;
  key: string;
}

interface Importer {
  importOperatorData: (json: unknown) => Promise<{ mintedKeys: ShownKey[] }>;
}

interface Fault {
  path: string;
  message: string;
}

/** Name of the stored hash of the last imported file. */
const IMPORTED = 'imported seed';

interface Seed {
  data: unknown;
  /** Hash of the data, including the files to which it refers. */
  content: string;
  isImported: boolean;
  /** Whether the import must render SVG pictures. */
  hasDrawings: boolean;
}

/** The operator data file. Throws `StartError` if it cannot be read or is not JSON. */
export const readSeed = async ({ seedFile }: LocalSettings, state: LocalState): Promise<Seed> => {
  const data = await parseSeed(seedFile);
  const text = JSON.stringify(data);
  const content = createHash('sha256').update(text).digest('hex');
  const isImported = state.get(IMPORTED) === content;
  return { data, content, isImported, hasDrawings: !isImported && text.includes('data:image/svg+xml') };
};

/**
 * Loads the operator data file and returns the keys to show. It is imported when its content has changed since the last
 * import, so that a restart does not overwrite changes through API or desk. Restocks are applied once per content: a
 * restart must not sell sold units again. Throws `StartError` with every fault.
 */
export const loadSeed = async (
  { seedFile, isDemoSeed }: LocalSettings,
  { data, content, isImported }: Seed,
  { state, baseUrl }: { state: LocalState; baseUrl: string },
): Promise<ShownKey[]> => {
  const shownKeys = isDemoSeed ? keysIn(data) : [];
  if (isImported) return shownKeys;
  const restocked = `restocked ${content}`;
  const json = withLocalPictures(seedFile, state.get(restocked) ? withoutRestock(data) : data, baseUrl);
  // Imported late, after the environment is set.
  const module = pathToFileURL(resolve(PROJECT, 'functions/domain/administration/operator-data/import.ts')).href;
  const { importOperatorData } = (await import(module)) as Importer;
  try {
    const { mintedKeys } = await importOperatorData(json);
    state.set(restocked, 'yes');
    state.set(IMPORTED, content);
    return [...shownKeys, ...mintedKeys];
  } catch (error) {
    const faults = (error as { faults?: Fault[] }).faults;
    if (!faults) throw error;
    const listed = faults.map(({ path, message }) => `${path}: ${message}`).join('; ');
    throw new StartError(`The seed file ${seedFile} is not valid. ${listed}`);
  }
};

const parseSeed = async (file: string): Promise<unknown> => {
  try {
    return await readOperatorFile(file);
  } catch (error) {
    const reason = error instanceof SyntaxError ? `is not JSON (${error.message})` : 'cannot be read';
    throw new StartError(`The seed file ${file} ${reason}.`);
  }
};

const withoutRestock = (json: unknown): unknown => ({ ...(json as object), restock: [] });

const keysIn = (json: unknown): ShownKey[] =>
  ((json as { api_keys?: Partial<ShownKey>[] }).api_keys ?? []).flatMap(({ company, label, key }) =>
    company && label && key ? [{ company, label, key }] : [],
  );
