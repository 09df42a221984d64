import { actingAgent } from './agent-call.ts';

/** The cause of a change: an API key, a user, or a part of the service itself. */
export interface Actor {
  keyId?: string;
  /** Name of the user. */
  user?: string;
  /** Company of the key or user that acted (for an agency its own); absent for the service itself. */
  company?: string;
  /**
   * The part of the service, or the gateway, that acted: `fulfillment`, `expiry-sweep`, `order-page`, `operator`,
   * `stripe`.
   */
  system?: string;
  /** A user at the desk; without it a user used the legacy API. */
  door?: 'desk';
  /** The tool, when an assistant acted with the key. */
  tool?: string;
}

/** The actor as histories show it; absent values are null. */
export const presentActor = (by: Actor) => ({
  key_id: by.keyId ?? null,
  user: by.user ?? null,
  company: by.company ?? null,
  system: by.system ?? null,
});

/** A key as an actor, with the tool when an assistant uses it. */
export const keyActor = (keyId: string, company: string): Actor => {
  const agent = actingAgent();
  return { keyId, company, ...(agent ? { tool: agent.tool } : {}) };
};
