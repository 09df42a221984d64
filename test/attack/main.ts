import { rm } from 'node:fs/promises';
import { parseArguments } from '../../lib/command-arguments.ts';
import { startStack } from '../support/stack.ts';
import { temporaryFolder } from '../support/table.ts';
import { Attack, summary } from './attack.ts';
import { attackSeed, buildWorld } from './world.ts';

/**
 * `npm run attack -- [--requests 10000] [--seed N] [--route NAME ...]`: seeded hostile requests to every route. Prints
 * its figures and every kind of finding; exits with 1 if there are findings.
 */
const { values } = parseArguments('npm run attack -- [--requests 10000] [--seed N] [--route NAME]...', {
  options: {
    requests: { type: 'string' },
    seed: { type: 'string' },
    route: { type: 'string', multiple: true },
  },
});
const requestsPerRoute = Number(values.requests ?? 10_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 30));

// With a data folder, the stack uses the table emulator instead of the table in memory.
const dataDir = await temporaryFolder();
const stack = await startStack({ seed: attackSeed, dataDir, env: { LOG_LEVEL: 'warn' } });
let leaks: string[] = [];
try {
  const pool = await buildWorld(stack);
  const attack = new Attack({ stack, pool, requestsPerRoute, seed, timed: true, only: values.route });
  const result = await attack.run((line) => process.stderr.write(`${line}\n`));
  leaks = stack.leaks();
  console.log(
    `seed ${seed}: ${result.requests} requests to ${result.routes} routes, slowest ${Math.round(result.slowestMs)} ms`,
  );
  if (result.unreached.length > 0) console.log('routes without a successful request:', result.unreached.join(', '));
  console.log('responses by status:', JSON.stringify(result.statuses));
  console.log(`${result.findings.length} findings, ${leaks.length} secrets in logs`);
  for (const line of [...summary(result.findings), ...leaks]) console.log(line);
  process.exitCode = result.findings.length + leaks.length > 0 ? 1 : 0;
} finally {
  await stack.kill().catch((error: unknown) => {
    if (leaks.length === 0) throw error;
  });
  await rm(dataDir, { recursive: true, force: true });
}
