import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { PROJECT } from '../settings.ts';

/**
 * Folders with the code of an isolated function: the project, its packages, and the folder of the file. The permission
 * model compares real paths, so symbolic links are resolved.
 */
export const readableFolders = (file: string): string[] => {
  const installed = createRequire(file).resolve.paths('any') ?? [];
  const modules = installed.filter((folder) => existsSync(folder));
  const folders = [PROJECT, ...modules, ...modules.flatMap(linkedPackages), dirname(file)];
  const real = [...new Set(folders.map((folder) => realpathSync(folder)))];
  return real.filter((folder) => !real.some((other) => folder.startsWith(`${other}${sep}`)));
};

/** Packages that are symbolic links, as made by `npm link` and workspaces. */
const linkedPackages = (modules: string): string[] =>
  readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (entry.isSymbolicLink()) return existsSync(path) ? [path] : [];
    return entry.isDirectory() && entry.name.startsWith('@') ? linkedPackages(path) : [];
  });
