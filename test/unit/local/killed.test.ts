import { setTimeout as sleep } from 'node:timers/promises';
import middy from '@middy/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { settledInTime } from '../../../functions/workers/queue-worker.ts';
import { planCrash } from '../../../lib/local/control/crashes.ts';
import { UsageMeter } from '../../../lib/local/control/usage.ts';
import { Functions } from '../../../lib/local/lambda/functions.ts';
import { FunctionKilled, invocations, never } from '../../../lib/local/lambda/invocation.ts';

const name = 'dying';
const definition = { name, entry: '', uses: [], memoryMb: 512, timeoutSeconds: 0.01 };
/** Many times the function's time limit. */
const LONG_AFTER_MS = 500;

let outlived: string[];
beforeEach(() => {
  outlived = [];
});

const dying = (): Promise<never> => {
  invocations.getStore()?.kill('before it committed');
  return never();
};

type Handler = Awaited<ReturnType<Functions['load']>>;
const route = middy(dying).onError(() => {
  outlived.push('its answer');
});
const worker: Handler = async (_event, context) => {
  await settledInTime([dying()], context);
  outlived.push('its answer');
};

it.each([
  ['a route, which replies shortly before its timeout', route as unknown as Handler],
  ['a worker, which returns unfinished messages shortly before its timeout', worker],
])('no timer of %s fires after it was killed', async (_which, handler) => {
  const functions = new Functions([name], new UsageMeter([name]), () => {}, { bundles: undefined, preload: false });
  vi.spyOn(functions, 'load').mockResolvedValue(handler);
  planCrash(name, 'before-commit', 1);
  await expect(functions.invoke(definition, {})).rejects.toThrow(FunctionKilled);
  await sleep(LONG_AFTER_MS);
  expect(outlived).toEqual([]);
});
