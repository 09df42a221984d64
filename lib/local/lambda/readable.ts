import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { PROJECT } from '../settings.ts';

/**
 * Folders that hold the code of an isolated function: the project, what it is installed with, and the folder of the file. The
 * permission model compares real paths, so `node_modules` or a package that is a symbolic link is named by its target.
 */
export const readableFolders = (file: string): string[] => {
  const installed = createRequire(file).resolve.paths('any') ?? [];
  const modules = installed.filter((folder) => existsSync(folder));
  const folders = [PROJECT, ...modules, ...modules.flatMap(linkedPackages), dirname(file)];
  const real = [...new Set(folders.map((folder) => realpathSync(folder)))];
  return real.filter((folder) => !real.some((other) => folder.startsWith(`${other}${sep}`)));
};

/** Packages of a folder of modules that are symbolic links, as `npm link` and workspaces make them. */
const linkedPackages = (modules: string): string[] =>
  readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (entry.isSymbolicLink()) return existsSync(path) ? [path] : [];
    return entry.isDirectory() && entry.name.startsWith('@') ? linkedPackages(path) : [];
  });
