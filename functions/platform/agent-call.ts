import { AsyncLocalStorage } from 'node:async_hooks';
import { outsideDryRun } from './dry-run.ts';

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
 * The agent of one tool call. It applies to everything the call does, without being passed on: an operation that forgot
 * to pass it would be missing in the audit.
 */
const agents = new AsyncLocalStorage<Agent | undefined>();

/** The agent that the current code runs for; undefined for every other caller. */
export const actingAgent = (): Agent | undefined => agents.getStore();

export const withinAgentCall = <T>(agent: Agent, operate: () => Promise<T>): Promise<T> => agents.run(agent, operate);

/** Runs writes of the service itself, such as counting guesses of codes: without the agent, and even in a dry run. */
export const outsideAgentCall = <T>(operate: () => Promise<T>): Promise<T> =>
  outsideDryRun(() => agents.run(undefined, operate));
