import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { OpsError, type Command } from './command.ts';
import { namedCompanies } from './named-company.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const DEFAULT_UNITS_PER_SECOND = 500;

/** Files items for search as new ones are filed, and removes the rows they were found by before. */
export const reindex: Command = {
  name: 'reindex',
  usage: `[--company SLUG] [--units-per-second N] ${TARGET_USAGE}`,
  summary: 'File items for search anew, of one company or of all; goes on where it broke off',
  run: async (args) => {
    const options = {
      ...targetOptions,
      company: { type: 'string' },
      'units-per-second': { type: 'string' },
    } as const;
    const { values } = parseArgs({ args, options });
    const unitsPerSecond = Number(values['units-per-second'] ?? DEFAULT_UNITS_PER_SECOND);
    if (!(unitsPerSecond > 0)) throw new OpsError('--units-per-second is a number above 0.');
    await pointAt(values, 'items');
    for (const company of await namedCompanies(values.company)) await reindexCompany(company, unitsPerSecond);
  },
};

const reindexCompany = async (company: string, unitsPerSecond: number): Promise<void> => {
  const { reindexItems } = await import('../../functions/domain/value/items/search/reindex.ts');
  let items = 0;
  let startedAtMs = performance.now();
  for await (const step of reindexItems(company)) {
    ({ items } = step);
    const leftMs = startedAtMs + (step.writes / unitsPerSecond) * 1000 - performance.now();
    if (leftMs > 0 && !step.isDone) await sleep(leftMs);
    startedAtMs = performance.now();
  }
  process.stdout.write(`${company}: ${items} item${items === 1 ? '' : 's'}\n`);
};
