import type { AuthenticatedKey } from '../domain/company/api-keys/authenticate.ts';
import type { HttpEvent } from './pipeline.ts';

const admitted = new WeakMap<HttpEvent, AuthenticatedKey>();

/**
 * Hands over a key that was authenticated and counted to the route that serves the rest of the request: the agent
 * server admits it before the route is known.
 */
export const admitAs = (event: HttpEvent, passed: AuthenticatedKey): void => {
  admitted.set(event, passed);
};

export const admittedAs = (event: HttpEvent): AuthenticatedKey | undefined => admitted.get(event);
