interface Client {
  middlewareStack: { remove: (name: string) => boolean };
}

/** Middleware of the SDK for logs and metrics that are not used: an eighth of the processor time of a call. */
const TELEMETRY = ['loggerMiddleware', 'getUserAgentMiddleware'];

/**
 * The client without it. The middleware for Lambda's recursion detection stays: it stops queues that feed each
 * other without end.
 */
export const withoutTelemetry = <T extends Client>(client: T): T => {
  for (const name of TELEMETRY) client.middlewareStack.remove(name);
  return client;
};
