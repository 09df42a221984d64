import type { Invocation } from '../lambda/invocation.ts';

/** Table calls by one function since the last reset; capacity in DynamoDB's units. */
interface FunctionUsage {
  requests: number;
  calls: number;
  rcu: number;
  wcu: number;
  /** The longest chain of sequential calls in one invocation. */
  sequential: number;
}

const emptyUsage = (): FunctionUsage => ({ requests: 0, calls: 0, rcu: 0, wcu: 0, sequential: 0 });

/** Counts table calls by functions. */
export class UsageMeter {
  readonly #names: readonly string[];
  #usage = new Map<string, FunctionUsage>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  #usageOf(name: string): FunctionUsage {
    const known = this.#usage.get(name);
    if (known) return known;
    const entry = emptyUsage();
    this.#usage.set(name, entry);
    return entry;
  }

  countRequest(name: string): void {
    this.#usageOf(name).requests++;
  }

  /** Call this when a table call starts, and the returned function with the call's units when it has ended. */
  startCall(invocation: Invocation): (units: { read: number; write: number }) => void {
    // A call counts as sequential to every call that ended before it started, even if it does not use their results.
    const depth = invocation.longestChain + 1;
    this.#usageOf(invocation.definition.name).calls++;
    return ({ read, write }) => {
      const usage = this.#usageOf(invocation.definition.name);
      usage.rcu += read;
      usage.wcu += write;
      invocation.longestChain = Math.max(invocation.longestChain, depth);
      usage.sequential = Math.max(usage.sequential, depth);
    };
  }

  read(): Record<string, FunctionUsage> {
    return Object.fromEntries(this.#names.map((name) => [name, this.#usage.get(name) ?? emptyUsage()]));
  }

  reset(): void {
    this.#usage = new Map();
  }
}
