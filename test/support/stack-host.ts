import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { vendorCalls } from '../../functions/adapters/vendor/http.ts';
import { coldStart } from '../../functions/platform/warm-state.ts';
import { clearCrashes } from '../../lib/local/control/crashes.ts';
import { clearFaults } from '../../lib/local/control/faults.ts';
import { IsolatedFunctions } from '../../lib/local/lambda/isolated.ts';
import { surviveFunctions, takeStandardOutput } from '../../lib/local/main.ts';
import { readyText } from '../../lib/local/ready.ts';
import { readSettings } from '../../lib/local/settings.ts';
import { Stack } from '../../lib/local/stack.ts';
import { END_OF_OUTPUT, type HostReply, type HostRequest } from './stack-hosts.ts';

/**
 * A process that runs stacks one after another. Each starts as in a new process, with its own environment, an empty
 * table and no state in memory. All have the address of the first, because clients of functions keep it. Processes of
 * isolated functions are reused, because they receive everything in their event.
 */
const print = takeStandardOutput();
surviveFunctions();

const client = new DynamoDBClient({ region: 'local' });
const sdkHandlers = Object.getPrototypeOf(client.config.requestHandler) as { handle: unknown };
client.destroy();
/** Functions of the process that a stack replaces. */
const replaced = { handle: sdkHandlers.handle, fetch: globalThis.fetch, send: vendorCalls.send };

const isolated = new IsolatedFunctions();
process.on('exit', () => isolated.stop());

let port = '0';
let stack: Stack | undefined;

const start = async (env: NodeJS.ProcessEnv): Promise<void> => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env, { PORT: port });
  const { stack: started, url, keys } = await Stack.start(readSettings(process.env), isolated);
  stack = started;
  ({ port } = new URL(url));
  print(readyText({ url, docs: `${url}/docs`, keys }, false));
};

const stop = async (): Promise<HostReply> => {
  await stack?.stop();
  // A function that is still running would write into the next table.
  const isReusable = stack?.functions.running().length === 0;
  sdkHandlers.handle = replaced.handle;
  globalThis.fetch = replaced.fetch;
  vendorCalls.send = replaced.send;
  clearCrashes();
  clearFaults();
  coldStart();
  process.stderr.write(END_OF_OUTPUT);
  return { isReusable };
};

const fail = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`, () => process.exit(1));
};

process.on('message', (request: HostRequest) => {
  if ('start' in request) start(request.start).catch(fail);
  else stop().then((reply) => process.send?.(reply), fail);
});
process.on('disconnect', () => process.exit());
