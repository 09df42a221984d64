import { argumentsOf } from '../lib/command-arguments.ts';
import { runDemo } from '../lib/demo/run.ts';

try {
  const { values } = argumentsOf('npm run demo -- [--full]', {
    options: { full: { type: 'boolean', default: false } },
  });
  await runDemo(values.full ? 'full' : 'short');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
