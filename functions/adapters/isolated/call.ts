import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { config } from '../../platform/config.ts';
import type { IsolatedFunctionName } from '../../platform/resource-names.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { NEW_CONNECTIONS } from '../../platform/new-connections.ts';

/** The function was killed before it responded, because its input required too much time or memory. */
export interface KilledCall {
  died: 'time' | 'memory';
}

/** How Lambda reports that a function ran out of time or memory. Other errors are faults of the service. */
const DEATHS: readonly [RegExp, KilledCall['died']][] = [
  [/Timedout|timed out/i, 'time'],
  [/OutOfMemory|signal: (killed|aborted)/i, 'memory'],
];

const REQUEST_TIMEOUT_MS = MINUTE_MS;
/** Lifetime of signed URLs for an isolated function, longer than it may take. */
export const SIGNED_SECONDS = 120;

let client: LambdaClient | undefined;

/** No retries, because a picture that kills the function would kill it again. */
const lambda = (): LambdaClient =>
  (client ??= new LambdaClient({
    maxAttempts: 1,
    requestHandler: {
      ...NEW_CONNECTIONS,
      connectionTimeout: 1_000,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  }));

/**
 * Runs an isolated function and waits for its response. Throws if it could not be run, or failed for a reason other
 * than its input.
 */
export const callIsolated = async <T extends object>(
  name: IsolatedFunctionName,
  event: object,
): Promise<T | KilledCall> => {
  const { Payload, FunctionError } = await lambda().send(
    new InvokeCommand({ FunctionName: config.functionName(name), Payload: Buffer.from(JSON.stringify(event)) }),
  );
  const text = Payload ? Buffer.from(Payload).toString() : '';
  if (FunctionError === undefined) return JSON.parse(text) as T;
  const died = DEATHS.find(([pattern]) => pattern.test(text))?.[1];
  if (died) return { died };
  throw new Error(`The function ${name} failed: ${text.slice(0, 200)}`);
};
