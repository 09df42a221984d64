import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { areaHandler } from '../../../functions/fallback/area.ts';
import { isArea, FALLBACK_MODULES, type AreaDefinition, type FunctionDefinition } from '../../areas.ts';
import { computeInThread } from '../compute/compute-in-thread.ts';
import { takeCrash } from '../control/crashes.ts';
import type { UsageMeter } from '../control/usage.ts';
import { failureDetails, type Log } from '../log.ts';
import { PROJECT, StartError, type LocalSettings } from '../settings.ts';
import { FunctionKilled, Invocation, invocations } from './invocation.ts';
import { IsolatedFunctions } from './isolated.ts';

type Handler = (event: unknown, context: LambdaContext) => unknown;

/** The supported part of Lambda's context object. */
interface LambdaContext {
  functionName: string;
  functionVersion: string;
  awsRequestId: string;
  memoryLimitInMB: string;
  invokedFunctionArn: string;
  logGroupName: string;
  logStreamName: string;
  callbackWaitsForEmptyEventLoop: boolean;
  getRemainingTimeInMillis: () => number;
}

/** The source of functions, and whether to load them before their first request. */
type LoadOptions = Pick<LocalSettings, 'bundles' | 'preload'> & {
  /** Processes of isolated functions, if they outlive these functions. */
  isolated?: IsolatedFunctions | undefined;
};

/**
 * Runs functions like Lambda, in this process, except isolated ones. Handlers are the definition's entry files or
 * bundles, loaded on first use. A function that exceeds its time limit, extended by `TIME_FACTOR`, is killed.
 */
export class Functions {
  readonly names: readonly string[];
  log: Log;
  readonly #usage: UsageMeter;
  readonly #bundles: string | undefined;
  readonly #hasThread: boolean;
  readonly #loaded = new Map<string, Promise<Handler>>();
  readonly #running = new Map<string, number>();
  readonly #isolated: IsolatedFunctions;
  readonly #isIsolatedShared: boolean;
  /** Number of starts and ends, to detect activity in between. */
  activity = 0;

  constructor(names: readonly string[], usage: UsageMeter, log: Log, { bundles, preload, isolated }: LoadOptions) {
    this.names = names;
    this.log = log;
    this.#usage = usage;
    this.#bundles = bundles;
    this.#hasThread = preload;
    this.#isolated = isolated ?? new IsolatedFunctions(bundles);
    this.#isIsolatedShared = isolated !== undefined;
  }

  /** Names of running functions. */
  running(): string[] {
    return [...this.#running.keys()];
  }

  load(definition: FunctionDefinition): Promise<Handler> {
    const known = this.#loaded.get(definition.name);
    if (known) return known;
    const loading = this.#bundles ? requireBundle(this.#bundles, definition.name) : this.#import(definition);
    loading.catch(() => {});
    this.#loaded.set(definition.name, loading);
    return loading;
  }

  #import(definition: FunctionDefinition): Promise<Handler> {
    if (this.#hasThread) computeInThread();
    return importHandler(definition);
  }

  /** Loads a function with the modules that it would otherwise load with the first request of each route. */
  async warm(definition: FunctionDefinition): Promise<void> {
    if (definition.isolated) return this.#isolated.prepare(definition);
    await this.load(definition);
    if (this.#bundles) return;
    for (const { entry } of definition.routes ?? []) await importEntry(entry);
  }

  /** The handler's result. Throws the handler's error, `FunctionKilled`, or a load error. */
  async invoke(definition: FunctionDefinition, event: unknown): Promise<unknown> {
    const { name } = definition;
    this.#enter(name);
    try {
      if (definition.isolated) return await this.#invokeIsolated(definition, event);
      const handler = await this.load(definition);
      const invocation = new Invocation(definition, takeCrash(name));
      this.#usage.countRequest(name);
      return await runToEnd(definition, invocation, handler, event);
    } finally {
      this.#leave(name);
    }
  }

  async #invokeIsolated(definition: FunctionDefinition, event: unknown): Promise<unknown> {
    const { name } = definition;
    const isCrashing = takeCrash(name) !== undefined;
    this.#usage.countRequest(name);
    const result = await this.#isolated.run(definition, event);
    if (isCrashing) throw new FunctionKilled(name, 'before it answered');
    return result;
  }

  /** Stops the processes of isolated functions, unless they outlive these functions. */
  stop(): void {
    if (!this.#isIsolatedShared) this.#isolated.stop();
  }

  /** Logs a failed invocation: a planned crash or a time-out as information, anything else as an error. */
  report(name: string, error: unknown): void {
    const level = error instanceof FunctionKilled ? 'info' : 'error';
    this.log(level, 'A function ended without a response', failureDetails(name, error));
  }

  /** Stops reporting failures, because from now on the shutdown causes them. */
  silence(): void {
    this.log = () => {};
  }

  #enter(name: string): void {
    this.activity++;
    this.#running.set(name, (this.#running.get(name) ?? 0) + 1);
  }

  #leave(name: string): void {
    this.activity++;
    const remaining = (this.#running.get(name) ?? 1) - 1;
    if (remaining > 0) this.#running.set(name, remaining);
    else this.#running.delete(name);
  }
}

const importEntry = async <T = { handler?: Handler }>(entry: string): Promise<T> =>
  (await import(pathToFileURL(resolve(PROJECT, entry)).href)) as T;

/** Loads the handler of a function from its sources. */
export const importHandler = async (definition: FunctionDefinition): Promise<Handler> =>
  isArea(definition) ? importArea(definition) : importModule(definition);

/** Handler of an area, with the same entries as in the build (lib/build/area-entry.ts). */
const importArea = ({ routes, surface }: AreaDefinition): Handler => {
  const unknown = FALLBACK_MODULES[surface];
  const handler = areaHandler(
    routes.map((route) => ({ ...route, load: () => importEntry(route.entry) })),
    unknown === undefined ? undefined : () => importEntry(unknown),
  );
  return handler as Handler;
};

const importModule = async ({ entry }: FunctionDefinition): Promise<Handler> => {
  const module = await importEntry(entry);
  if (typeof module.handler !== 'function') throw new Error(`${entry} does not export a handler`);
  return module.handler;
};

const bundleFile = (folder: string, name: string): string => join(folder, name, 'index.cjs');

/** Throws `StartError` for a folder without the bundles of all these functions. */
export const assertBundles = (folder: string, names: readonly string[]): void => {
  const missing = names.find((name) => !existsSync(bundleFile(folder, name)));
  if (missing === undefined) return;
  const reason = existsSync(folder) ? `which has no bundle of ${missing}` : 'which does not exist';
  throw new StartError(`BUNDLES is ${folder}, ${reason}. npm run build makes all bundles, in dist.`);
};

/**
 * Loads the deployed code. It includes its own SDK and clock, so the stack's faults, metering and clock do not affect
 * it.
 */
const requireBundle = async (folder: string, name: string): Promise<Handler> => {
  const file = bundleFile(folder, name);
  const { handler } = createRequire(import.meta.url)(file) as { handler?: Handler };
  if (typeof handler !== 'function') throw new Error(`${file} does not export a handler`);
  return handler;
};

/** A deployed function has its own CPU. Here all functions share one thread, so each gets more time. */
const TIME_FACTOR = 4;

const runToEnd = async (
  definition: FunctionDefinition,
  invocation: Invocation,
  handler: Handler,
  event: unknown,
): Promise<unknown> => {
  const limitMs = definition.timeoutSeconds * 1000 * TIME_FACTOR;
  const timer = setTimeout(() => invocation.kill(`after ${limitMs} ms`), limitMs);
  const running = invocations.run(invocation, async () =>
    handler(event, contextOf(definition, invocation, Date.now() + limitMs)),
  );
  const isCrashing = () => invocation.crashAt !== undefined && !invocation.killed;
  try {
    const result = await Promise.race([running, invocation.death]);
    if (!isCrashing()) return result;
  } catch (error) {
    if (!isCrashing()) throw error;
  } finally {
    clearTimeout(timer);
    running.catch(() => {});
  }
  // A function without writes crashes just before its response.
  invocation.killed = true;
  throw new FunctionKilled(definition.name, 'before it answered');
};

/** The longest delay that a timer accepts. */
const NEVER_MS = 2 ** 31 - 1;

const contextOf = (definition: FunctionDefinition, { id, crashAt }: Invocation, endsAtMs: number): LambdaContext => ({
  functionName: definition.name,
  functionVersion: '$LATEST',
  awsRequestId: id,
  memoryLimitInMB: String(definition.memoryMb),
  invokedFunctionArn: `arn:aws:lambda:${process.env['AWS_REGION']}:000000000000:function:${definition.name}`,
  logGroupName: `/aws/lambda/${definition.name}`,
  logStreamName: 'local',
  callbackWaitsForEmptyEventLoop: true,
  // A function with a planned crash sees no time limit: timers near the limit would run its code after the crash.
  getRemainingTimeInMillis: () => (crashAt === undefined ? Math.max(0, endsAtMs - Date.now()) : NEVER_MS),
});
