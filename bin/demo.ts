import { runDemo } from '../lib/demo/run.ts';

try {
  await runDemo();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
