import { actingAgent } from './agent-call.ts';

/** Who made a change: an API key, a user, or a part of the service itself. */
export interface Actor {
  keyId?: string;
  /** Username. */
  user?: string;
  /** Company of the key or user that acted; for an agency its own company. Absent for the service itself. */
  company?: string;
  /**
   * The part of the service or the gateway that acted: `fulfillment`, `expiry-sweep`, `order-page`, `operator`,
   * `stripe`.
   */
  system?: string;
  /** The user acted at the desk; absent if the user called the legacy API. */
  door?: 'desk';
  /** The tool with which an assistant used the key. */
  tool?: string;
}

/** The actor as histories show it. Absent values are null. */
export const presentActor = (by: Actor) => ({
  key_id: by.keyId ?? null,
  user: by.user ?? null,
  company: by.company ?? null,
  system: by.system ?? null,
});

/** A key as an actor, with the tool if an assistant uses the key. */
export const keyActor = (keyId: string, company: string): Actor => {
  const agent = actingAgent();
  return { keyId, company, ...(agent ? { tool: agent.tool } : {}) };
};
