import { argumentsOf } from '../lib/command-arguments.ts';
import { runDemo } from '../lib/demo/run.ts';
import { errorMessage } from '../lib/error-message.ts';

try {
  const { values } = argumentsOf('npm run demo -- [--full]', {
    options: { full: { type: 'boolean', default: false } },
  });
  await runDemo(values.full ? 'full' : 'short');
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
