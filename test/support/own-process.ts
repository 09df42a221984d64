import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Code that changes a process for all test files in it: its environment, modules, clock or calls. */
const CHANGES =
  /\bvi\.(mock|doMock|stub\w+|resetModules|spyOn|useFakeTimers)\b|process\.env\[[^\]]+\] = |\(process\.env,|delete process\.env|\binstallWire\b|\bpointAt\(|\bglobalThis\.\w+ = /;

/**
 * Test files in these folders that change their process, directly or through imported test modules, so that each needs
 * its own process. The others share processes, which saves loading the same modules again.
 */
export const inOwnProcess = (...folders: string[]): string[] => {
  const known = new Map<string, boolean>();
  const changes = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const text = readFileSync(file, 'utf8');
    const imported = [...text.matchAll(/^(?:import (?!type )|}).*'(\.[^']+\.ts)';$/gm)].map(([, path = '']) =>
      join(dirname(file), path),
    );
    const tests = imported.filter((path) => path.startsWith(join(PROJECT, 'test')));
    const found = CHANGES.test(text) || tests.some(changes);
    known.set(file, found);
    return found;
  };
  const tests = folders.map((folder) => `${folder}/**/*.test.ts`);
  return globSync(tests, { cwd: PROJECT }).filter((file) => changes(join(PROJECT, file)));
};
