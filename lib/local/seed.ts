import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOperatorFile } from '../operator-file.ts';
import { withLocalPictures } from './services/demo-pictures.ts';
import { PROJECT, StartError, type Settings } from './settings.ts';
import type { State } from './state.ts';

/** A key that the person at the terminal may use. */
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

/** Content of the file that was imported last. */
const IMPORTED = 'imported seed';

/**
 * Loads the operator data file and returns the keys to show. It is imported when its content differs from what was imported last,
 * so that a restart does not overwrite what was changed through API or desk. What it restocks is restocked once for each content: a
 * restart must not sell again what was sold. `drawingsFollow` is called before drawings of it are made. Throws `StartError` naming every fault.
 */
export const loadSeed = async (
  settings: Settings,
  baseUrl: string,
  { state, drawingsFollow }: { state: State; drawingsFollow: () => void },
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
  // Imported late: what it reads from the environment is set by now.
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
