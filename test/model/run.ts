import { interleave } from './interleave.ts';

const [from = 1, to = 100] = process.argv.slice(2).map(Number);
const started = performance.now();
let failed = 0;
for (let seed = from; seed <= to; seed++) {
  let faults: string[];
  try {
    faults = await interleave(seed);
  } catch (error) {
    faults = [`crashed: ${(error as Error).stack}`];
  }
  if (faults.length > 0) {
    failed++;
    if (failed <= 8) console.log(seed, faults);
  }
}
console.log(`${to - from + 1} interleavings, ${failed} failed, ${Math.round(performance.now() - started)} ms`);
