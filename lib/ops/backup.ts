import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyDataFolder, FolderError } from '../local/data-folder.ts';
import { StartError } from '../local/settings.ts';
import { OpsError, type Command } from './command.ts';

/** Copies the data folder of a stopped local stack. */
export const backup: Command = {
  name: 'backup',
  usage: 'FOLDER [--data-dir DIR]',
  summary: 'Copy the data folder of a stopped local stack (default: DATA_DIR) into FOLDER',
  run: async (args) => copyFolder(backup, args, (folder, dataDir) => [dataDir, folder]),
};

/** Copies a backup into a data folder. */
export const restore: Command = {
  name: 'restore',
  usage: 'FOLDER [--data-dir DIR]',
  summary: 'Copy a backup from FOLDER into an empty data folder of a local stack (default: DATA_DIR)',
  run: async (args) => copyFolder(restore, args, (folder, dataDir) => [folder, dataDir]),
};

const copyFolder = (
  command: Command,
  args: string[],
  direction: (folder: string, dataDir: string) => [from: string, to: string],
): void => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'data-dir': { type: 'string' } },
  });
  const [folder, ...more] = positionals;
  const dataDir = values['data-dir'] ?? process.env['DATA_DIR'];
  if (folder === undefined || more.length > 0) {
    throw new OpsError(`Usage: npm run ops -- ${command.name} ${command.usage}`);
  }
  if (!dataDir) throw new OpsError('Name the data folder with --data-dir, or set DATA_DIR.');
  const [from, to] = direction(resolve(folder), resolve(dataDir));
  try {
    const names = copyDataFolder(from, to);
    process.stdout.write(`${from} -> ${to}: ${names.join(', ')}\n`);
  } catch (error) {
    if (error instanceof FolderError || error instanceof StartError) throw new OpsError(error.message);
    throw error;
  }
};
