import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { FunctionDefinition } from '../../definition.ts';

export type CrashPoint = 'before-commit' | 'after-commit';

/** Where a function is while it serves one event. Everything it calls finds this, however deep. */
export class Invocation {
  readonly id = randomUUID();
  readonly definition: FunctionDefinition;
  /** What libraries keep as long as this runs. */
  readonly kept = new Map<PropertyKey, unknown>();
  /** Where this invocation is to die, if it is. */
  readonly crashAt: CrashPoint | undefined;
  /** Longest chain of table calls that waited on each other. */
  longestChain = 0;
  killed = false;
  /** Rejects when the invocation is killed; nothing inside it notices. */
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

/** The function ended without an answer and without running another line. */
export class FunctionKilled extends Error {
  constructor(name: string, reason: string) {
    super(`${name} was killed ${reason}`);
    this.name = 'FunctionKilled';
  }
}

/** What a killed function waits for. */
export const never = (): Promise<never> => new Promise(() => {});

/** The invocation in whose course the current code runs; undefined for the stack's own work. */
export const invocations = new AsyncLocalStorage<Invocation>();
