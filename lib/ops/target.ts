import { clock } from '../../functions/platform/clock.ts';
import type { Binding } from '../../functions/pipeline/route.ts';
import { readKeys } from '../../functions/platform/keyring.ts';
import { OpsError } from './command.ts';
import { localUrl } from './local-url.ts';
import { errorMessage } from '../error-message.ts';
import { MINUTE_MS } from '../../functions/platform/durations.ts';

/** Options of every command for an environment. */
export const targetOptions = { env: { type: 'string' }, url: { type: 'string' } } as const;

export const TARGET_USAGE = '[--env ENV | --url URL]';

export interface OpsTarget {
  env?: string | undefined;
  url?: string | undefined;
}

const ENVIRONMENTS = ['development', 'demo', 'production'];

/**
 * Configures this process like the functions of an environment: a deployed one by name, or the running local stack.
 * Call this before loading modules that read the environment. `bindings`: what the command uses in addition to the
 * table. Settings are copied from deployed functions with these bindings. Returns a description.
 */
export const pointAt = async (target: OpsTarget, ...bindings: Binding[]): Promise<string> => {
  const description = await configureProcess(target, bindings);
  await readKeys();
  return description;
};

/** Throws `OpsError` for a name that is not one of an environment. */
export const assertEnvironment = (name: string | undefined): void => {
  if (name === undefined || ENVIRONMENTS.includes(name)) return;
  throw new OpsError(`There is no environment ${name}; choose one of ${ENVIRONMENTS.join(', ')}.`);
};

const configureProcess = async (target: OpsTarget, bindings: readonly Binding[]): Promise<string> => {
  if (target.env === undefined) return pointAtLocal(localUrl(target.url));
  assertEnvironment(target.env);
  process.env['TABLE_NAME'] ??= `gift-commerce-${target.env}`;
  process.env['ENVIRONMENT'] = target.env;
  process.env['POWERTOOLS_LOG_LEVEL'] ??= 'ERROR';
  for (const name of await functionsWith(bindings, target.env)) {
    await copySettings(`gift-commerce-${target.env}-${name}`);
  }
  if (target.url !== undefined) process.env['BASE_URL'] = target.url.replace(/\/$/, '');
  return `the environment ${target.env}`;
};

/** One deployed function for each binding. Commands without bindings do not load the definition of the deployment. */
const functionsWith = async (bindings: readonly Binding[], environment: string): Promise<Set<string>> => {
  if (bindings.length === 0) return new Set();
  const { deployedTo } = await import('../deployed.ts');
  const { functions } = deployedTo(environment);
  return new Set(bindings.flatMap((binding) => functions.find(({ uses }) => uses.includes(binding))?.name ?? []));
};

/** Copies settings of a deployed function. Prints a warning if it does not exist or the operator may not read it. */
const copySettings = async (functionName: string): Promise<void> => {
  const { GetFunctionConfigurationCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  try {
    const command = new GetFunctionConfigurationCommand({ FunctionName: functionName });
    const { Environment } = await new LambdaClient({}).send(command);
    for (const [name, value] of Object.entries(Environment?.Variables ?? {})) {
      if (/^(BUCKET_|FUNCTION_|BASE_URL$|KEYS_SECRET$|(PAYMENT|COURIER|WALLET)_SECRET_ARN$)/.test(name))
        process.env[name] ??= value;
    }
  } catch (error) {
    process.stderr.write(
      `Settings of ${functionName} cannot be read (${String(error)}); commands that need them fail.\n`,
    );
  }
};

/** The request handler of the SDK on Node.js. The SDK's type includes the handlers for browsers. */
interface SdkHandler {
  updateHttpClientConfig: (name: 'requestTimeout', value: number) => void;
}

/** A busy machine responds more slowly than DynamoDB, and early retries would increase its load. */
const LOCAL_TIMEOUT_MS = MINUTE_MS;

const pointAtLocal = async (url: string): Promise<string> => {
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(new URL(path, url));
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    return (await response.json()) as T;
  };
  try {
    const [variables, { now }] = await Promise.all([
      read<Record<string, string>>('/_local/environment'),
      read<{ now: string }>('/_local/clock'),
    ]);
    for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_ENDPOINT_URL']) delete process.env[name];
    Object.assign(process.env, variables);
    const aheadMs = Date.parse(now) - Date.now();
    clock.nowMs = () => Date.now() + aheadMs;
    const { dynamo } = await import('../../functions/storage/client.ts');
    const handler: object = dynamo.config.requestHandler;
    (handler as SdkHandler).updateHttpClientConfig('requestTimeout', LOCAL_TIMEOUT_MS);
  } catch (error) {
    const reason = errorMessage(error);
    throw new OpsError(`No stack responds at ${url} (${reason}). Start one with npm start, or pass --env.`);
  }
  return `the stack at ${url}`;
};
