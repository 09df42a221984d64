import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of registered stacks of this checkout, so that commands need no port. */
const FOLDER =
  process.env['LOCAL_STACKS'] || resolve(import.meta.dirname, '../../node_modules/.cache/gift-commerce-stacks');

interface RegisteredStack {
  url: string;
  pid: number;
}

const fileOf = (pid: number): string => join(FOLDER, `${pid}.json`);

/** Registers this stack for commands. A read-only checkout has no such folder; commands then need the URL. */
export const announce = (url: string): void => {
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(fileOf(process.pid), JSON.stringify({ url, pid: process.pid }));
  } catch {
    return;
  }
  process.once('exit', () => rmSync(fileOf(process.pid), { force: true }));
};

/** Running stacks of this checkout. Registrations of killed ones are removed. */
export const runningStacks = (): RegisteredStack[] => namesIn(FOLDER).flatMap((name) => read(join(FOLDER, name)) ?? []);

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const read = (file: string): RegisteredStack | undefined => {
  try {
    const { url, pid } = JSON.parse(readFileSync(file, 'utf8')) as RegisteredStack;
    // Signal 0 checks whether the process exists.
    process.kill(pid, 0);
    return { url, pid };
  } catch {
    rmSync(file, { force: true });
    return undefined;
  }
};
