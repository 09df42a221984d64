import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reasonOutsideBudget } from '../../lib/build/budget.ts';
import { bundle } from '../../lib/build/bundle.ts';
import { queues, routeFunction, routes, schedules, streams } from '../../lib/definition.ts';
import { median, rounded, type Section } from './report.ts';

const RUNS = 15;
const BARE = 'bare-client';
/** A function may take this many times the load time of one that only imports the table client. */
const LOAD_RATIO_MAX = 1.35;

/**
 * Size and load time of every function, over the load time of one that imports the SDK client only: fresh processes,
 * medians, all functions in turn within each round, so that a busy moment hits them alike.
 */
export const benchLoad = async (): Promise<Section> => {
  const folder = mkdtempSync(join(process.cwd(), 'dist-bench-'));
  try {
    const definitions = [
      ...routes.map(routeFunction),
      ...queues.map(({ consumer }) => consumer),
      ...schedules.map(({ target }) => target),
      ...streams.map(({ consumer }) => consumer),
    ];
    const entries = definitions.map(({ name, entry }) => ({ name, entry }));
    const bundles = await bundle([{ name: BARE, entry: 'test/bench/bare-client.ts' }, ...entries], folder);
    const times = measure(bundles.map(({ name, file }) => ({ name, file: resolve(file) })));
    const bareMs = median(times.get(BARE) ?? []);
    return {
      title: 'Bundles and load time',
      note: `Bare client: ${rounded(bareMs)} ms. API functions: at most 500 KB and ${LOAD_RATIO_MAX} times that; medians of ${RUNS}.`,
      rows: bundles.map(({ name, bytes }) => {
        const definition = definitions.find((candidate) => candidate.name === name);
        const ratio = rounded(median(times.get(name) ?? []) / bareMs, 2);
        return {
          function: name,
          KB: rounded(bytes / 1000),
          'load / bare': ratio,
          budget: budgetOf(definition && reasonOutsideBudget(definition), ratio),
        };
      }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const budgetOf = (outside: string | undefined, ratio: number): string => {
  if (outside) return `apart: ${outside}`;
  return ratio <= LOAD_RATIO_MAX ? 'within' : 'over';
};

const measure = (files: readonly { name: string; file: string }[]): Map<string, number[]> => {
  const times = new Map<string, number[]>(files.map(({ name }) => [name, []]));
  for (let run = 0; run < RUNS; run++) {
    for (const { name, file } of files) times.get(name)?.push(loadMs(file));
  }
  return times;
};

/** Variables that some modules read when they load; nothing is called. */
const ENVIRONMENT = { TABLE_NAME: 'bench', AWS_REGION: 'eu-west-1', BASE_URL: 'http://127.0.0.1', APP_SECRET: '00' };

/** Milliseconds from asking for the bundle to having it, in a fresh process. Run it on an idle machine. */
const loadMs = (file: string): number => {
  const script =
    `const before = performance.now(); require(${JSON.stringify(file)});` +
    'process.stdout.write(String(performance.now() - before))';
  return Number(execFileSync(process.execPath, ['-e', script], { env: { ...process.env, ...ENVIRONMENT } }).toString());
};
