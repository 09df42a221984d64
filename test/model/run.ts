import { interleave, interleaveSteps } from './interleave.ts';

/** Faults of one interleaving. An exception is also a fault. */
export const modelFaults = async (
  seed: number,
  run: (seed: number) => Promise<string[]> = interleave,
): Promise<string[]> => {
  try {
    return await run(seed);
  } catch (error) {
    return [`crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
};

const SHOWN = 8;

/**
 * Runs N interleavings, starting with the given seed. Every fiftieth seed also runs a refund that is concurrent with
 * the steps of issuing. Prints faults, and returns the number of failures. With `stops`, ends at the first failure.
 */
export const interleavings = async (from: number, count: number, stops = false): Promise<number> => {
  const startedAt = Date.now();
  let failed = 0;
  for (let seed = from; seed < from + count; seed++) {
    const faults = await modelFaults(seed);
    if (faults.length > 0 && ++failed <= SHOWN) console.log(`interleaving ${seed}:`, faults);
    if (stops && failed > 0) break;
    if (seed % 50 === 0) {
      const ofSteps = await modelFaults(seed, interleaveSteps);
      if (ofSteps.length > 0 && ++failed <= SHOWN) console.log(`interleaving ${seed} of steps:`, ofSteps);
    }
    if ((seed - from + 1) % 100_000 === 0) console.log(`${seed - from + 1} of ${count}, ${failed} failed`);
  }
  console.log(`${count} interleavings, ${failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s`);
  return failed;
};
