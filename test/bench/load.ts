import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reasonOutsideBudget } from '../../lib/build/budget.ts';
import { bundle } from '../../lib/build/bundle.ts';
import { queues, routeFunction, routes, schedules, streams } from '../../lib/definition.ts';
import { percentile, roundTo, type Section } from './report.ts';

const RUNS = Number(process.env['BENCH_LOAD_RUNS'] ?? 21);
/** Number of runs for functions that have no load budget. */
const RUNS_WITHOUT_BUDGET = 5;
/** Number of functions that are measured between two runs of the baseline. */
const GROUP = 4;
const BARE = 'bare-client';
/** Maximum load time of a function, as a multiple of the baseline. */
const LOAD_RATIO_MAX = 1.35;

/** One load of one bundle, in milliseconds. */
interface Load {
  cpuMs: number;
  elapsedMs: number;
}

/**
 * Size and load time of the functions of routes, queues, schedules and streams, relative to a function that imports
 * only the SDK client and is built in the same way. Each load has its own process. The ratio compares the CPU time of
 * the loading thread, because a busy machine does not lengthen it: the low quartile of the function's runs, divided by
 * that of the baseline. The baseline runs again after every few functions, so that slow phases affect both. Repeated
 * measurements differ by about 0.03. Elapsed time is also shown, and varies more.
 */
export const benchLoad = async (): Promise<Section> => {
  const folder = mkdtempSync(join(process.cwd(), 'dist-bench-'));
  try {
    const definitions = [
      ...new Set(routes.map(routeFunction)),
      ...queues.map(({ consumer }) => consumer),
      ...schedules.map(({ target }) => target),
      ...streams.map(({ consumer }) => consumer),
    ];
    const bundles = await bundle([{ name: BARE, entry: 'test/bench/bare-client.ts' }, ...definitions], folder);
    const reasons = new Map(definitions.map((definition) => [definition.name, reasonOutsideBudget(definition)]));
    const loads = measure(
      bundles.map(({ name, file }) => ({
        name,
        file: resolve(file),
        runs: reasons.get(name) ? RUNS_WITHOUT_BUDGET : RUNS,
      })),
    );
    const low = (name: string, figure: keyof Load): number => lowQuartile(loads.get(name) ?? [], figure);
    return {
      title: 'Bundles and load time',
      note:
        `Bare client: ${roundTo(low(BARE, 'cpuMs'))} ms of CPU time. API functions: at most 500 KB and ${LOAD_RATIO_MAX} times ` +
        `that; low quartiles of ${RUNS} runs.`,
      rows: bundles.map(({ name, bytes }) => {
        const ratio = roundTo(low(name, 'cpuMs') / low(BARE, 'cpuMs'), 2);
        return {
          function: name,
          KB: roundTo(bytes / 1000),
          'load ms': roundTo(low(name, 'cpuMs')),
          'load / bare': ratio,
          'elapsed / bare': roundTo(low(name, 'elapsedMs') / low(BARE, 'elapsedMs'), 2),
          budget: budgetOf(reasons.get(name), ratio),
        };
      }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const budgetOf = (outside: string | undefined, ratio: number): string => {
  if (outside) return `none: ${outside}`;
  return ratio <= LOAD_RATIO_MAX ? 'within' : 'over';
};

const lowQuartile = (loads: readonly Load[], figure: keyof Load): number =>
  percentile(
    loads.map((load) => load[figure]),
    25,
  );

interface BundleRuns {
  name: string;
  file: string;
  runs: number;
}

/** Functions alternate within each round. */
const measure = (files: readonly BundleRuns[]): Map<string, Load[]> => {
  const loads = new Map<string, Load[]>(files.map(({ name }) => [name, []]));
  const run = ({ name, file }: BundleRuns): unknown => loads.get(name)?.push(load(file));
  const bare = files.find(({ name }) => name === BARE);
  for (let round = 0; round < RUNS; round++) {
    const due = files.filter(({ name, runs }) => name !== BARE && round < runs);
    for (const [index, each] of due.entries()) {
      if (bare && index % GROUP === 0) run(bare);
      run(each);
    }
  }
  return loads;
};

/** Variables that some modules read on load. Loading makes no calls. */
const ENVIRONMENT = { TABLE_NAME: 'bench', AWS_REGION: 'eu-west-1', BASE_URL: 'http://127.0.0.1', APP_SECRET: '00' };

/**
 * Measures the time until the bundle is loaded. The system updates a thread's time when it stops running, so the thread
 * pauses briefly before each reading.
 */
const LOAD_SCRIPT = `
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const cpuMs = () => {
    Atomics.wait(cell, 0, 0, 0.05);
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  cpuMs();
  const before = { cpuMs: cpuMs(), elapsedMs: performance.now() };
  const loaded = require(process.env.BUNDLE);
  const report = () => {
    const elapsedMs = performance.now() - before.elapsedMs;
    process.stdout.write(JSON.stringify({ cpuMs: cpuMs() - before.cpuMs, elapsedMs }));
  };
  // If the bundle loads handlers lazily, one of them is loaded, too.
  if (process.env.HANDLER) loaded.handlers[process.env.HANDLER]().then(report);
  else report();
`;

export const load = (file: string, handler = ''): Load => {
  const env = { ...process.env, ...ENVIRONMENT, BUNDLE: file, HANDLER: handler };
  return JSON.parse(execFileSync(process.execPath, ['-e', LOAD_SCRIPT], { env }).toString()) as Load;
};
