import type { ShownKey } from './seed.ts';

interface Ready {
  url: string;
  docs: string;
  keys: readonly ShownKey[];
}

/**
 * Ready message. Programs get one line with everything, keys included; a terminal gets a short one, and a line for each
 * key.
 */
export const readyText = (ready: Ready, forPerson: boolean): string => {
  if (!forPerson) return `ready ${JSON.stringify(ready)}\n`;
  const { keys, ...place } = ready;
  const names = keys.map(({ company, label }) => `${company}, ${label}`);
  const width = Math.max(0, ...names.map(({ length }) => length));
  const lines = keys.map(({ key }, at) => `  ${(names[at] ?? '').padEnd(width)}  ${key}`);
  return [`ready ${JSON.stringify(place)}`, ...lines, ''].join('\n');
};
