import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { ComputeCall, ComputeResult, Pure, PureName } from './compute-worker.ts';

interface PendingCall {
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * A thread that computes while requests are served. If it crashes, the calls in progress fail, and the next call starts
 * a new one.
 */
class ComputeThread {
  readonly #waiting = new Map<number, PendingCall>();
  #worker: Worker | undefined;
  #calls = 0;

  /** Throws what the function throws, as a plain `Error`. */
  run<Name extends PureName>(name: Name, ...input: Parameters<Pure[Name]>): ReturnType<Pure[Name]> {
    const call: ComputeCall = { id: ++this.#calls, name, input };
    const output = new Promise((resolve, reject) => {
      this.start().postMessage(call);
      this.#waiting.set(call.id, { resolve, reject });
    });
    return output as ReturnType<Pure[Name]>;
  }

  /** Starts the thread, so that the first call does not wait for it. */
  start(): Worker {
    this.#worker ??= this.#open();
    return this.#worker;
  }

  #open(): Worker {
    const worker = new Worker(new URL('compute-worker.ts', import.meta.url), {
      env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() },
    });
    let cause: unknown;
    worker.on('message', (outcome: ComputeResult) => this.#settle(outcome));
    worker.on('error', (error: unknown) => (cause = error));
    worker.on('exit', () => {
      this.#worker = undefined;
      const error = new Error('The thread that renders documents and emails has ended', { cause });
      for (const id of this.#waiting.keys()) this.#settle({ id, error });
    });
    // Called after the handlers are added, because adding one makes the process wait for the thread again.
    worker.unref();
    return worker;
  }

  #settle(outcome: ComputeResult): void {
    const waiting = this.#waiting.get(outcome.id);
    this.#waiting.delete(outcome.id);
    if ('error' in outcome) waiting?.reject(outcome.error);
    else waiting?.resolve(outcome.output);
  }
}

export const computeThread = new ComputeThread();
