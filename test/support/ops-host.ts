import { Readable } from 'node:stream';
import { clock } from '../../functions/platform/clock.ts';
import { coldStart } from '../../functions/platform/warm-state.ts';
import { runOps } from '../../lib/ops/run.ts';
import type { OpsReply, OpsRequest } from './ops.ts';

// Expired credentials, so that clients request new ones: each command has the credentials of its own role.
const environment = { ...process.env, AWS_CREDENTIAL_EXPIRATION: new Date(0).toISOString() };
Object.assign(process.env, environment);
const { nowMs } = clock;

/**
 * Runs operator commands on one stack sequentially. Each starts as in a new process, with the original environment and
 * clock and without state in memory.
 */
const run = async ({ id, args, input }: OpsRequest): Promise<OpsReply> => {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: string | Uint8Array) => {
      output[name] += String(text);
      return true;
    };
  }
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  coldStart();
  const status = await runOps(args);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  clock.nowMs = nowMs;
  return { id, status, ...output };
};

let last: Promise<unknown> = Promise.resolve();
process.on('message', (request: OpsRequest) => {
  last = last.then(async () => process.send?.(await run(request)));
});
process.on('disconnect', () => process.exit());
