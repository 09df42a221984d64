import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { config } from '../../platform/config.ts';

/** The function was ended before it answered: what it worked on took more time or memory than it may. */
export interface Died {
  died: 'time' | 'memory';
}

/** How the platform names the end of a function that ran out of something; any other error is a fault of ours. */
const DEATHS: readonly [RegExp, Died['died']][] = [
  [/Timedout|timed out/i, 'time'],
  [/OutOfMemory|signal: (killed|aborted)/i, 'memory'],
];

const REQUEST_TIMEOUT_MS = 60_000;
let client: LambdaClient | undefined;

/** One attempt: a picture that ends the function would end it again. */
const lambda = (): LambdaClient =>
  (client ??= new LambdaClient({
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: REQUEST_TIMEOUT_MS, throwOnRequestTimeout: true },
  }));

/**
 * Runs an isolated function and waits for its answer. Throws when it could not be run, or failed for another reason
 * than what it was given.
 */
export const callIsolated = async <T extends object>(name: string, event: object): Promise<T | Died> => {
  const { Payload, FunctionError } = await lambda().send(
    new InvokeCommand({ FunctionName: config.functionName(name), Payload: Buffer.from(JSON.stringify(event)) }),
  );
  const text = Payload ? Buffer.from(Payload).toString() : '';
  if (FunctionError === undefined) return JSON.parse(text) as T;
  const died = DEATHS.find(([pattern]) => pattern.test(text))?.[1];
  if (died) return { died };
  throw new Error(`The function ${name} failed: ${text.slice(0, 200)}`);
};
