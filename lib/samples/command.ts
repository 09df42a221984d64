import { startStack } from '../demo/stack.ts';
import { sampleNames } from './order.ts';
import { SampleRun } from './run.ts';

/** Runs every sample, one line each, on the stack at a URL, or on a temporary one. True when all of them succeeded. */
export const runSamples = async (url: string | undefined, print: (line: string) => void): Promise<boolean> => {
  const temporaryStack = url === undefined ? await startStack() : undefined;
  try {
    return await runAll(url ?? temporaryStack?.url ?? '', print);
  } finally {
    await temporaryStack?.stop();
  }
};

const runAll = async (url: string, print: (line: string) => void): Promise<boolean> => {
  const names = sampleNames();
  const width = Math.max(...names.map(({ length }) => length));
  const run = await SampleRun.begin(url);
  let failed = 0;
  try {
    for (const name of names) {
      const startMs = performance.now();
      const { ok, result, body } = await run.run(name);
      const duration = `${Math.round(performance.now() - startMs)} ms`;
      print(`${ok ? '✓' : '✗'} ${name.padEnd(width)}  ${result.padEnd(8)} ${duration}`);
      if (!ok) print(`    ${(body ?? '').slice(0, 300)}`);
      failed += ok ? 0 : 1;
    }
  } finally {
    run.end();
  }
  print(`${names.length - failed} of ${names.length} samples succeeded.`);
  return failed === 0;
};
