import { AsyncLocalStorage } from 'node:async_hooks';

/** The agent that acts, for the audit; kept with the record of the response. */
export interface Agent {
  /** Id of the API key. */
  keyId: string;
  /** Name of the tool. */
  tool: string;
  /** Name that the client reports. */
  client: string;
  requestId: string;
}

/**
 * One call of a tool. It applies to everything the call does, without being passed on: an operation that forgot to pass
 * it would write in a dry run, or be missing in the audit.
 */
export interface AgentCall {
  agent: Agent;
  /** Dry run: nothing may be written. */
  rehearsal: boolean;
}

const calls = new AsyncLocalStorage<AgentCall | undefined>();

/** The agent that the current code runs for; undefined for every other caller. */
export const actingAgent = (): Agent | undefined => calls.getStore()?.agent;

export const isDryRun = (): boolean => calls.getStore()?.rehearsal === true;

export const withinAgentCall = <T>(call: AgentCall, operate: () => Promise<T>): Promise<T> => calls.run(call, operate);

/** Runs code that writes even in a dry run, such as counting guesses of codes. */
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

/** Ends a dry run before an effect that cannot be previewed, such as an external call; otherwise does nothing. */
export const stopDryRun = (would?: () => unknown): void => {
  if (isDryRun()) throw new DryRunResult(would?.());
};
