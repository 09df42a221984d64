import { AsyncLocalStorage } from 'node:async_hooks';

/** Who acts when an agent does, for the audit: it is kept with the record of the answer. */
export interface Agent {
  /** Id of the API key. */
  keyId: string;
  /** Name of the tool. */
  tool: string;
  /** What the client calls itself. */
  client: string;
  requestId: string;
}

/**
 * One call of a tool. It holds for everything the call does, however deep, because it must not depend on each operation
 * handing it on: an operation that forgot it would write in a rehearsal, or be missing in the audit.
 */
export interface AgentCall {
  agent: Agent;
  /** Nothing may be written: the call only finds out what would happen. */
  rehearsal: boolean;
}

const calls = new AsyncLocalStorage<AgentCall | undefined>();

/** The agent in whose name the current code runs; undefined for every other caller. */
export const actingAgent = (): Agent | undefined => calls.getStore()?.agent;

export const isDryRun = (): boolean => calls.getStore()?.rehearsal === true;

export const withinAgentCall = <T>(call: AgentCall, operate: () => Promise<T>): Promise<T> => calls.run(call, operate);

/** For what counts even in a rehearsal, such as guesses of codes. */
export const forReal = <T>(operate: () => Promise<T>): Promise<T> => calls.run(undefined, operate);

/** Thrown by a dry run at the point of its first write: every check has passed. */
export class DryRunResult extends Error {
  /** The reply that a real run would give, or a preview of it. */
  readonly would: unknown;
  constructor(would: unknown) {
    super('A rehearsal has ended where the change would begin');
    this.name = 'DryRunResult';
    this.would = would;
  }
}

/** Ends a rehearsal before an effect that cannot be tried, such as a call of an outside system; else does nothing. */
export const stopDryRun = (would?: () => unknown): void => {
  if (isDryRun()) throw new DryRunResult(would?.());
};
