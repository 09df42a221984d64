import { parseArgs } from 'node:util';
import { Shop } from '../support/shop.ts';
import { startStack } from '../support/stack.ts';
import { simulate } from './simulate.ts';
import { simulationSeed } from './world.ts';

/** `npm run simulate -- [--seeds 1000] [--from 1]`. A failing seed is replayed alone with `--seeds 1 --from SEED`. */
const { values } = parseArgs({ options: { seeds: { type: 'string' }, from: { type: 'string' } } });
const seeds = Number(values.seeds ?? 1000);
const from = Number(values.from ?? 1);
/** A fresh stack now and then, so that a run does not carry the past of hundreds. */
const SEEDS_PER_STACK = 10;

let failed = 0;
const ends = new Map<string, number>();

/** How orders ended: a run in which nothing happens proves nothing. */
const tally = async (shop: Shop, orders: readonly string[]): Promise<void> => {
  for (const id of orders) {
    const { status, payment } = await shop.read(id);
    const end = `${status}/${payment.status}`;
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
};

for (let at = 0; at < seeds; at += SEEDS_PER_STACK) {
  const stack = await startStack({ seed: simulationSeed, env: { LOG_LEVEL: 'SILENT' } });
  const orders: string[] = [];
  try {
    for (let seed = from + at; seed < from + Math.min(seeds, at + SEEDS_PER_STACK); seed++) {
      const faults = await simulate(stack, seed, orders);
      if (faults.length > 0) failed++;
      for (const fault of faults) console.log(`seed ${seed}: ${fault}`);
    }
    await tally(new Shop(stack), orders);
  } finally {
    await stack.stop();
  }
  console.log(
    `${Math.min(seeds, at + SEEDS_PER_STACK)} of ${seeds} seeds, ${failed} failed;`,
    Object.fromEntries(ends),
  );
}
process.exitCode = failed > 0 ? 1 : 0;
