import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { FunctionDefinition } from '../../definition.ts';

export type CrashPoint = 'before-commit' | 'after-commit';

/** Context of a running invocation, available to everything it calls. */
export class Invocation {
  readonly id = randomUUID();
  readonly definition: FunctionDefinition;
  /** Data of libraries for this invocation. */
  readonly contextData = new Map<PropertyKey, unknown>();
  /** The point at which this invocation crashes, if a crash is planned. */
  readonly crashAt: CrashPoint | undefined;
  /** Longest chain of sequential table calls. */
  longestChain = 0;
  killed = false;
  /** Rejects when the invocation is killed; its code does not notice. */
  readonly death: Promise<never>;
  #die: (reason: Error) => void = () => {};

  constructor(definition: FunctionDefinition, crashAt: CrashPoint | undefined) {
    this.definition = definition;
    this.crashAt = crashAt;
    this.death = new Promise((_, reject) => (this.#die = reject));
    this.death.catch(() => {});
  }

  kill(reason: string): void {
    this.killed = true;
    this.#die(new FunctionKilled(this.definition.name, reason));
  }
}

/** The invocation ended without a response, by a planned crash or at its time limit. */
export class FunctionKilled extends Error {
  constructor(name: string, reason: string) {
    super(`${name} was killed ${reason}`);
    this.name = 'FunctionKilled';
  }
}

/** Never resolves: a killed function waits for it. */
export const never = (): Promise<never> => new Promise(() => {});

/** The invocation of the current code; undefined for the stack's own work. */
export const invocations = new AsyncLocalStorage<Invocation>();
