import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

/**
 * `npm run simulate -- [--seeds 1000] [--from 1] [--trace] [--fingerprints]`. A run follows from its seed alone: one that fails is
 * replayed with `--seeds 1 --from SEED`, and prints the same fingerprint.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    trace: { type: 'boolean', default: false },
    fingerprints: { type: 'boolean', default: false },
  },
});
const from = Number(values.from ?? 1);
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
  if (seeds === 1 || values.fingerprints) {
    console.log(`seed ${seed}: fingerprint ${outcome.fingerprint}, ${outcome.calls} calls`);
  }
  if (seeds > 1 && (seed - from + 1) % 50 === 0) console.log(`${seed - from + 1} of ${seeds} seeds, ${failed} failed`);
}
const sorted = (counts: Map<string, number>) =>
  Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
console.log(`${seeds} seeds, ${calls} calls, ${Math.round((Date.now() - startedAt) / 1000)} s, ${failed} failed`);
console.log('orders', sorted(ends));
if (seeds > 1 || values.trace) console.log('answers', sorted(answers));
process.exitCode = failed > 0 ? 1 : 0;
