import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

interface Import {
  /** File of the project, relative to its top, or the name of a package or built-in module. */
  target: string;
  isPackage: boolean;
  /** Type imports, which are erased. */
  typeOnly: boolean;
}

export interface Source {
  file: string;
  text: string;
  imports: Import[];
}

const STATIC_IMPORT = /^(?:import|export)\s+(type\s+)?(?:([\w*{][^'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** `{ type A, type B }` imports nothing at run time. */
const onlyTypes = (clause: string | undefined): boolean => {
  const names = /^\{([\s\S]*)\}$/.exec(clause?.trim() ?? '')?.[1];
  const each = names?.split(',').map((name) => name.trim()) ?? [];
  const given = each.filter((name) => name !== '');
  return given.length > 0 && given.every((name) => name.startsWith('type '));
};

const importsOf = (file: string, text: string): Import[] => {
  const target = (specifier: string) =>
    specifier.startsWith('.')
      ? { target: normalize(join(dirname(file), specifier)), isPackage: false }
      : { target: specifier, isPackage: true };
  return [
    ...[...text.matchAll(STATIC_IMPORT)].map(([, typeWord, clause, specifier]) => ({
      ...target(specifier!),
      typeOnly: Boolean(typeWord) || onlyTypes(clause),
    })),
    ...[...text.matchAll(DYNAMIC_IMPORT)].map(([, specifier]) => ({ ...target(specifier!), typeOnly: false })),
  ];
};

const read = (file: string): Source => {
  const text = readFileSync(file, 'utf8');
  return { file, text, imports: importsOf(file, text) };
};

/** All TypeScript files below folders of the project, by path. */
export const sourcesIn = (...folders: string[]): ReadonlyMap<string, Source> =>
  new Map(
    folders
      .flatMap((folder) => globSync(`${folder}/**/*.ts`, { exclude: ['**/node_modules/**'] }))
      .sort()
      .map((file) => [file, read(file)]),
  );

/** Everything that is loaded with a file: files of the project and packages. */
export const loadedWith = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const each of read(file).imports) {
    if (each.typeOnly) continue;
    if (each.isPackage) seen.add(each.target);
    else loadedWith(each.target, seen);
  }
  return seen;
};
