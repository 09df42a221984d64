/**
 * For calls without retries. Lambda freezes a function between invocations, the other side forgets its open connections
 * in the meantime, and the next call on one of them fails.
 */

/** Options of an SDK's request handler: each call opens a connection of its own. */
export const NEW_CONNECTIONS = { httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } } as const;

/** Header of a `fetch` that opens a connection of its own. */
export const NEW_CONNECTION = { Connection: 'close' } as const;
