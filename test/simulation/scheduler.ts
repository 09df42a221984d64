import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as immediately } from 'node:timers/promises';
import type { Random } from './random.ts';

/** One run of a function, as on a separate machine. */
export interface Process {
  name: string;
  /** Path of child numbers from the root, which is the same in every run, independent of the speed of processes. */
  path: readonly number[];
  /** Number of child processes that it has started. */
  started: number;
  /** Number of blocks of random bytes that it has read. */
  drawn: number;
  killable: boolean;
  /** Whether it was killed: its waits never end, and its next steps never happen. */
  dead: boolean;
  done: boolean;
  value: unknown;
  error: unknown;
  /** Number of child processes that it awaits. */
  children: number;
  /** Called when it has ended, or was killed. */
  onEnd: () => void;
}

/** An external call, before it takes effect. */
interface Call {
  process: Process;
  number: number;
  name: string;
  effect: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Outcome of a call and its process. */
export type Fate = 'done' | 'killed before' | 'killed after';

/** A process ended without a response. */
export class ProcessKilled extends Error {
  constructor(name: string) {
    super(`${name} was killed`);
    this.name = 'Killed';
  }
}

const inOrder = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((step, index) => step !== other[index]);
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
};

/** Maximum real time that a process may wait for the machine, for example to read a file. */
const STUCK_MS = 60_000;

/** One storage for all schedulers, because every storage slows down all contexts of this process. */
const inside = new AsyncLocalStorage<Process>();

/**
 * Runs concurrent processes, one external call at a time, in an order that only the seed decides: a call is chosen only
 * when every process waits for one. Between two calls by one process, any number of calls by others may happen; a
 * process may be killed before or right after a call.
 */
export class Scheduler {
  readonly #random: Random;
  readonly #live = new Set<Process>();
  #pending: Call[] = [];
  #processes = 0;
  #calls = 0;
  /** Probability that a process is killed at a call. */
  killChance: number;
  /** Called for every call before it takes effect, with its outcome. */
  onCall: (call: Call, fate: Fate) => void = () => {};
  /** Decides the outcome of a call. By default, a process is sometimes killed before or after it. */
  fateOf: (call: Call) => Fate = ({ process }) => this.#chance(process);
  /** Called after each call that took effect without an error. */
  afterCall: () => void = () => {};

  constructor(random: Random, killChance: number) {
    this.#random = random;
    this.killChance = killChance;
  }

  /** The running process; undefined outside any process. */
  current(): Process | undefined {
    return inside.getStore();
  }

  /** An external call by the running process. Outside of any process it is executed immediately. */
  carry<T>(name: string, effect: () => T): Promise<T> {
    const process = this.current();
    if (!process) return new Promise((resolve) => resolve(effect()));
    if (process.dead) return new Promise(() => {});
    return new Promise<T>((resolve, reject) => {
      this.#pending.push({
        process,
        number: this.#calls++,
        name,
        effect,
        resolve: resolve as (value: unknown) => void,
        reject,
      });
    });
  }

  /** Starts a process, which runs until its first call. Its calls are performed only during `run`. */
  #start(name: string, task: () => Promise<unknown>, killable = true): Process {
    const parent = this.current();
    const process: Process = {
      name,
      path: parent ? [...parent.path, parent.started++] : [this.#processes++],
      started: 0,
      drawn: 0,
      killable,
      dead: false,
      done: false,
      value: undefined,
      error: undefined,
      children: 0,
      onEnd: () => {},
    };
    this.#live.add(process);
    void inside.run(process, async () => {
      try {
        process.value = await task();
      } catch (error) {
        process.error = error;
      }
      process.done = true;
      if (!process.dead) this.#end(process);
    });
    return process;
  }

  /** Runs a child process and waits for it. Throws its error, or `ProcessKilled`. */
  async call(name: string, task: () => Promise<unknown>, killable = true): Promise<unknown> {
    const parent = this.current();
    if (parent) parent.children++;
    const child = await new Promise<Process>((resolve) => {
      const started = this.#start(name, task, killable);
      if (started.done) resolve(started);
      else started.onEnd = () => resolve(started);
    });
    if (parent) parent.children--;
    if (!child.done) throw new ProcessKilled(name);
    if (child.error instanceof Error) throw child.error;
    if (child.error !== undefined) throw new Error(String(child.error));
    return child.value;
  }

  /** Runs these processes and their children until each has ended or was killed. */
  async run(work: Record<string, () => Promise<unknown>>, killable = true): Promise<Process[]> {
    const processes = Object.entries(work).map(([name, task]) => this.#start(name, task, killable));
    while (this.#live.size > 0) {
      await this.#waitUntilQuiet();
      this.#pending = this.#pending.filter(({ process }) => this.#live.has(process));
      if (this.#pending.length === 0) continue;
      this.#pending.sort((a, b) => inOrder(a.process.path, b.process.path) || a.number - b.number);
      const [call] = this.#pending.splice(this.#random.between(0, this.#pending.length - 1), 1);
      if (call) this.#perform(call);
    }
    return processes;
  }

  /** Waits until every process waits for a call or another process. */
  async #waitUntilQuiet(): Promise<void> {
    await immediately();
    for (const startedAt = Date.now(); !this.#isQuiet();) {
      if (Date.now() - startedAt > STUCK_MS) throw new Error(`Stuck: ${this.#busy().join(', ')}`);
      await immediately();
    }
  }

  #isQuiet(): boolean {
    if (this.#live.size === 0) return true;
    const waiting = new Set(this.#pending.map(({ process }) => process));
    for (const process of this.#live) if (!waiting.has(process) && process.children === 0) return false;
    return waiting.size > 0;
  }

  #busy(): string[] {
    const waiting = new Set(this.#pending.map(({ process }) => process));
    return [...this.#live].filter((process) => !waiting.has(process)).map(({ name }) => name);
  }

  #chance({ killable }: Process): Fate {
    if (!killable || this.killChance === 0 || !this.#random.chance(this.killChance)) return 'done';
    return this.#random.chance(0.5) ? 'killed before' : 'killed after';
  }

  #perform(call: Call): void {
    const { process, effect, resolve, reject } = call;
    const fate = this.fateOf(call);
    this.onCall(call, fate);
    if (fate === 'killed before') return this.#kill(process);
    const isKilled = fate === 'killed after';
    try {
      const value = effect();
      this.afterCall();
      if (!isKilled) resolve(value);
    } catch (error) {
      if (!isKilled) reject(error);
    }
    if (isKilled) this.#kill(process);
  }

  #kill(process: Process): void {
    process.dead = true;
    this.#end(process);
  }

  #end(process: Process): void {
    this.#live.delete(process);
    process.onEnd();
  }
}
