import type { Authenticated } from '../domain/company/api-keys/authenticate.ts';
import type { HttpEvent } from './pipeline.ts';

const admitted = new WeakMap<HttpEvent, Authenticated>();

/**
 * Hands over a key that has passed and was counted to the route that serves the rest of the request: the agent server
 * admits it before the route is known.
 */
export const admitAs = (event: HttpEvent, passed: Authenticated): void => {
  admitted.set(event, passed);
};

export const admittedAs = (event: HttpEvent): Authenticated | undefined => admitted.get(event);
