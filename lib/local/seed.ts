import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOperatorFile } from '../operator-file.ts';
import { withLocalPictures } from './services/demo-pictures.ts';
import { PROJECT, StartError, type LocalSettings } from './settings.ts';
import type { LocalState } from './state.ts';

/** A key for the person at the terminal. */
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

/** Content of the last imported file. */
const IMPORTED = 'imported seed';

/**
 * Loads the operator data file and returns the keys to show. It is imported when its content has changed since the last
 * import, so that a restart does not overwrite changes through API or desk. Restocks are applied once per content: a
 * restart must not sell sold units again. `drawingsFollow` is called before pictures are drawn. Throws `StartError`
 * with every fault.
 */
export const loadSeed = async (
  settings: LocalSettings,
  baseUrl: string,
  { state, drawingsFollow }: { state: LocalState; drawingsFollow: () => void },
): Promise<ShownKey[]> => {
  const { seedFile } = settings;
  const given = await readSeed(seedFile);
  const text = JSON.stringify(given);
  const content = createHash('sha256').update(text).digest('hex');
  const shown = settings.isDemoSeed ? givenKeys(given) : [];
  if (state.get(IMPORTED) === content) return shown;
  const restocked = `restocked ${content}`;
  const json = withLocalPictures(seedFile, state.get(restocked) ? withoutRestock(given) : given, baseUrl);
  if (text.includes('data:image/svg+xml')) drawingsFollow();
  // Imported late, after the environment is set.
  const module = pathToFileURL(resolve(PROJECT, 'functions/domain/administration/operator-data/import.ts')).href;
  const { importOperatorData } = (await import(module)) as Importer;
  try {
    const { mintedKeys } = await importOperatorData(json);
    state.set(restocked, 'yes');
    state.set(IMPORTED, content);
    return [...shown, ...mintedKeys];
  } catch (error) {
    const faults = (error as { faults?: Fault[] }).faults;
    if (!faults) throw error;
    const listed = faults.map(({ path, message }) => `${path}: ${message}`).join('; ');
    throw new StartError(`The seed file ${seedFile} is not valid. ${listed}`);
  }
};

const readSeed = async (file: string): Promise<unknown> => {
  try {
    return await readOperatorFile(file);
  } catch (error) {
    const reason = error instanceof SyntaxError ? `is not JSON (${error.message})` : 'cannot be read';
    throw new StartError(`The seed file ${file} ${reason}.`);
  }
};

const withoutRestock = (json: unknown): unknown => ({ ...(json as object), restock: [] });

const givenKeys = (json: unknown): ShownKey[] =>
  ((json as { api_keys?: Partial<ShownKey>[] }).api_keys ?? []).flatMap(({ company, label, key }) =>
    company && label && key ? [{ company, label, key }] : [],
  );
