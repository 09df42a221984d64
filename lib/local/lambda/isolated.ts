import { fork, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { FunctionDefinition } from '../../definition.ts';
import { PROJECT } from '../settings.ts';
import { readableFolders } from './readable.ts';

/** An isolated function exceeded its limits, or failed; `type` is the platform's error name. */
export class IsolatedFailure extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.name = 'IsolatedFailure';
    this.type = type;
  }
}

interface Message {
  ready?: boolean;
  result?: unknown;
  error?: string;
  rss?: number;
}

interface WorkerProcess {
  child: ChildProcess;
  ready: Promise<void>;
}

/** Maximum concurrent processes of one function; further events wait. */
const WORKERS_MAX = 2;
const IDLE_MS = 30_000;
const START_LIMIT_MS = 30_000;
/** A process that used more than this share of its memory is not reused: codecs do not release memory. */
const WORN_SHARE = 0.5;
const BYTES_PER_MB = 1024 * 1024;
/** The platform's names for signals that kill a function out of memory. */
const SIGNALS: Partial<Record<NodeJS.Signals, string>> = { SIGKILL: 'killed', SIGABRT: 'aborted' };

/**
 * Runs isolated functions as deployed: each in a process that has none of the stack's environment variables, may read
 * only its code, and is killed when it exceeds the time or memory of its definition.
 */
export class IsolatedFunctions {
  readonly #bundles: string | undefined;
  readonly #workers = new Map<string, Set<WorkerProcess>>();
  readonly #idle = new Map<string, WorkerProcess[]>();
  readonly #waiting = new Map<string, ((worker: WorkerProcess | undefined) => void)[]>();
  #stopped = false;

  constructor(bundles?: string) {
    this.#bundles = bundles;
  }

  /** The handler's result. Throws `IsolatedFailure`. */
  async run(definition: FunctionDefinition, event: unknown): Promise<unknown> {
    const worker = await this.#enter(definition);
    let isWorn = true;
    try {
      const outcome = await this.#work(worker, definition, event);
      const { message } = outcome;
      isWorn = outcome.isWorn;
      if (message.error !== undefined) throw new IsolatedFailure('Error', message.error);
      return message.result;
    } finally {
      this.#leave(definition, worker, isWorn);
    }
  }

  /** Starts a process of a function in advance, unless it has had one, so that the first event does not wait for it. */
  prepare(definition: FunctionDefinition): void {
    const { name } = definition;
    if (this.#workers.has(name)) return;
    const worker = this.#open(definition);
    this.#workers.set(name, new Set([worker]));
    this.#rest(name, worker);
  }

  /** Kills every process. */
  stop(): void {
    this.#stopped = true;
    for (const workers of this.#workers.values()) for (const { child } of workers) child.kill('SIGKILL');
  }

  async #enter(definition: FunctionDefinition): Promise<WorkerProcess> {
    const { name } = definition;
    const idle = this.#idle.get(name)?.pop();
    if (idle) return idle;
    const workers = this.#workers.get(name) ?? new Set();
    this.#workers.set(name, workers);
    if (workers.size >= WORKERS_MAX) {
      const handed = await new Promise<WorkerProcess | undefined>((take) => {
        this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), take]);
      });
      return handed ?? this.#enter(definition);
    }
    const worker = this.#open(definition);
    workers.add(worker);
    return worker;
  }

  #leave({ name }: FunctionDefinition, worker: WorkerProcess, isWorn: boolean): void {
    const [next, ...others] = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, others);
    if (isWorn || worker.child.exitCode !== null || worker.child.signalCode !== null) {
      this.#close(name, worker);
      next?.(undefined);
    } else if (next) next(worker);
    else this.#rest(name, worker);
  }

  #rest(name: string, worker: WorkerProcess): void {
    const idle = [...(this.#idle.get(name) ?? []), worker];
    this.#idle.set(name, idle);
    setTimeout(() => {
      const idleNow = this.#idle.get(name) ?? [];
      if (!idleNow.includes(worker)) return;
      this.#idle.set(
        name,
        idleNow.filter((each) => each !== worker),
      );
      this.#close(name, worker);
    }, IDLE_MS).unref();
  }

  #close(name: string, worker: WorkerProcess): void {
    this.#workers.get(name)?.delete(worker);
    worker.child.kill('SIGKILL');
  }

  #open(definition: FunctionDefinition): WorkerProcess {
    if (this.#stopped) throw new IsolatedFailure('Stopped', 'The stack is being stopped');
    const file = this.#bundles ? join(this.#bundles, definition.name, 'index.cjs') : resolve(PROJECT, definition.entry);
    const child = fork(join(import.meta.dirname, 'isolated-guard.ts'), [file, String(definition.memoryMb)], {
      env: { FUNCTION_NAME: definition.name },
      execArgv: [
        '--permission',
        ...readableFolders(file).map((folder) => `--allow-fs-read=${folder}`),
        '--allow-worker',
        '--no-warnings',
      ],
      serialization: 'json',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ready = nextMessage(child, START_LIMIT_MS, (message) => message.ready === true).then(({ error }) => {
      if (error !== undefined) throw new IsolatedFailure('Runtime.ImportModuleError', `${definition.name}: ${error}`);
    });
    ready.catch(() => {});
    return { child, ready };
  }

  async #work(
    { child, ready }: WorkerProcess,
    { timeoutSeconds, memoryMb }: FunctionDefinition,
    event: unknown,
  ): Promise<{ message: Message; isWorn: boolean }> {
    await ready;
    const response = nextMessage(child, timeoutSeconds * 1000 * TIME_FACTOR, () => true);
    child.send(event as object);
    const message = await response;
    return { message, isWorn: (message.rss ?? 0) > memoryMb * BYTES_PER_MB * WORN_SHARE };
  }
}

/** A deployed function has its own CPU. Here it shares the machine, so it gets more time. */
const TIME_FACTOR = 2;

/**
 * The next message that is expected or reports an error. Throws `IsolatedFailure` when the process ends first, or on
 * time-out.
 */
const nextMessage = (
  child: ChildProcess,
  limitMs: number,
  isExpected: (message: Message) => boolean,
): Promise<Message> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      end(() => reject(new IsolatedFailure('Sandbox.Timedout', `Task timed out after ${limitMs} ms`)));
    }, limitMs);
    const onMessage = (message: Message): void => {
      if (message.error !== undefined || isExpected(message)) end(() => resolve(message));
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
      const how = signal === null ? `exit status ${code}` : `signal: ${SIGNALS[signal] ?? signal}`;
      end(() => reject(new IsolatedFailure('Runtime.ExitError', `The process ended: ${how}`)));
    };
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      settle();
    };
    child.on('message', onMessage).on('exit', onExit);
  });
