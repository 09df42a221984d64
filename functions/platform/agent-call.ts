import { AsyncLocalStorage } from 'node:async_hooks';
import { outsideDryRun } from './dry-run.ts';

/** The agent that acts. The audit log shows it, and the idempotency record keeps it. */
export interface Agent {
  /** Id of the API key. */
  keyId: string;
  /** Name of the tool. */
  tool: string;
  /** Name that the client reports for itself. */
  client: string;
  requestId: string;
}

/**
 * The agent of one tool call. It applies to everything that the call runs and is not passed as an argument, because an
 * operation that does not pass it would be missing in the audit log.
 */
const agents = new AsyncLocalStorage<Agent | undefined>();

/** The agent for which the current code runs; undefined for every other caller. */
export const actingAgent = (): Agent | undefined => agents.getStore();

export const withinAgentCall = <T>(agent: Agent, operate: () => Promise<T>): Promise<T> => agents.run(agent, operate);

/** Runs writes of the service itself, such as counting wrong codes: without the agent, and even in a dry run. */
export const outsideAgentCall = <T>(operate: () => Promise<T>): Promise<T> =>
  outsideDryRun(() => agents.run(undefined, operate));
