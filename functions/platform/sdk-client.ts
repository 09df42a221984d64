interface Client {
  middlewareStack: { remove: (name: string) => boolean };
}

/** What the SDK does with each request for logs and figures of its own that nobody reads, an eighth of the processor time of a call. */
const TELEMETRY = ['loggerMiddleware', 'getUserAgentMiddleware'];

/**
 * The client without it. What tells Lambda of functions that call themselves stays: it stops queues that feed each
 * other without end.
 */
export const withoutTelemetry = <T extends Client>(client: T): T => {
  for (const name of TELEMETRY) client.middlewareStack.remove(name);
  return client;
};
