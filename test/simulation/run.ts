import { parseArguments } from '../../lib/command-arguments.ts';

/**
 * `npm run simulate -- [--seeds 1000] [--from 1] [--trace] [--fingerprints]`. A run is determined by its seed: replay a
 * failed one with `--seeds 1 --from SEED`, which prints the same fingerprint. `--with-release COMMIT` (or a folder)
 * mixes functions of this and another release, as during a deployment: each must handle rows and messages of the other.
 * `--on-sale` simulates on-sales under contention instead of a shop. `--stop` ends at the first failure.
 * `--interleavings N` runs the model of one order instead; `--mutants [--seeds N] [--only KIND]` removes each guard of
 * the state table and reports which of them neither the table's transitions nor N interleavings detect;
 * `--code-mutants N [--only NAME]` does so with the tests of guards of holds, redemptions and card payments;
 * `--crashes N` kills every transition before and after each of its calls, in N worlds.
 */
const USAGE =
  'npm run simulate -- [--seeds 1000] [--from 1] [--trace] [--fingerprints] [--on-sale] [--with-release COMMIT] [--stop] [--interleavings N] [--mutants [--only KIND]] [--code-mutants N] [--crashes N]';
const { values } = parseArguments(USAGE, {
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    trace: { type: 'boolean', default: false },
    fingerprints: { type: 'boolean', default: false },
    'with-release': { type: 'string' },
    'on-sale': { type: 'boolean', default: false },
    interleavings: { type: 'string' },
    stop: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    'code-mutants': { type: 'string' },
    crashes: { type: 'string' },
  },
});
const from = Number(values.from ?? 1);

const simulations = async (): Promise<number> => {
  if (values['with-release'] !== undefined) (await import('./releases.ts')).runWithRelease(values['with-release']);
  const simulate = values['on-sale']
    ? (await import('./on-sale.ts')).simulateOnSale
    : (await import('./simulate.ts')).simulate;
  const seeds = Number(values.seeds ?? 1000);
  const ends = new Map<string, number>();
  const answers = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string, by = 1): void => {
    counts.set(name, (counts.get(name) ?? 0) + by);
  };
  const startedAt = Date.now();
  let failed = 0;
  let calls = 0;
  for (let seed = from; seed < from + seeds; seed++) {
    const outcome = await simulate(seed, values.trace ? (line) => console.log(line) : undefined);
    calls += outcome.calls;
    for (const end of outcome.ends) count(ends, end);
    for (const [answer, times] of outcome.answers) count(answers, answer, times);
    if (outcome.faults.length > 0) failed++;
    for (const fault of outcome.faults) console.log(`seed ${seed}: ${fault}`);
    if (values.stop && failed > 0) break;
    if (seeds === 1 || values.fingerprints) {
      console.log(`seed ${seed}: fingerprint ${outcome.fingerprint}, ${outcome.calls} calls`);
    }
    if (seeds > 1 && (seed - from + 1) % 50 === 0)
      console.log(`${seed - from + 1} of ${seeds} seeds, ${failed} failed`);
  }
  console.log(`${seeds} seeds, ${calls} calls, ${Math.round((Date.now() - startedAt) / 1000)} s, ${failed} failed`);
  console.log('orders', sorted(ends));
  if (seeds > 1 || values.trace) console.log('answers', sorted(answers));
  return failed;
};

const sorted = (counts: Map<string, number>) =>
  Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));

const MUTANT_SEEDS = 3000;

// Each program replaces the clock, timers and table of this process, so only one of them is loaded.
const run = async (): Promise<number> => {
  if (values.mutants)
    return (await import('../model/mutants.ts')).mutants(Number(values.seeds ?? MUTANT_SEEDS), values.only);
  if (values['code-mutants'] !== undefined)
    return (await import('../model/code-mutants.ts')).codeMutants(Number(values['code-mutants']), values.only);
  if (values.crashes !== undefined)
    return (await import('../model/crash-matrix.ts')).crashMatrix(Number(values.crashes));
  if (values.interleavings === undefined) return simulations();
  return (await import('../model/run.ts')).interleavings(from, Number(values.interleavings), values.stop);
};

process.exitCode = (await run()) > 0 ? 1 : 0;
