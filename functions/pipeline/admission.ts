import type { AuthenticatedKey } from '../domain/company/api-keys/authenticate.ts';
import type { HttpEvent } from './pipeline.ts';

const admitted = new WeakMap<HttpEvent, AuthenticatedKey>();

/**
 * Stores a key that was authenticated and counted, for the route that serves the rest of the request. The agent server
 * authenticates before it knows the route.
 */
export const admitAs = (event: HttpEvent, passed: AuthenticatedKey): void => {
  admitted.set(event, passed);
};

export const admittedAs = (event: HttpEvent): AuthenticatedKey | undefined => admitted.get(event);
