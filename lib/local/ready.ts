import type { ShownKey } from './seed.ts';

interface Ready {
  url: string;
  docs: string;
  keys: readonly ShownKey[];
}

/**
 * Ready message. Programs get one line with all details, including keys. A terminal gets a short line, and one line for
 * each key.
 */
export const readyText = (ready: Ready, isTerminal: boolean): string => {
  if (!isTerminal) return `ready ${JSON.stringify(ready)}\n`;
  const { keys, ...addresses } = ready;
  const names = keys.map(({ company, label }) => `${company}, ${label}`);
  const width = Math.max(0, ...names.map(({ length }) => length));
  const lines = keys.map(({ key }, at) => `  ${(names[at] ?? '').padEnd(width)}  ${key}`);
  return [`ready ${JSON.stringify(addresses)}`, ...lines, ''].join('\n');
};
