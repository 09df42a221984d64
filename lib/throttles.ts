/** What API Gateway lets through, of all callers together; each caller has a budget of its own as well. */
export interface Throttle {
  perSecond: number;
  burst: number;
}

export const STAGE_THROTTLE: Throttle = { perSecond: 5_000, burst: 5_000 };

/**
 * Routes that take less than the others: each of these hashes a password, some 100 ms of a processor and 19 MiB, for
 * whoever asks. Integrations fetch a token once an hour.
 */
export const routeThrottles: readonly (Throttle & { name: string })[] = [
  { name: 'v1-token', perSecond: 50, burst: 100 },
  { name: 'desk-sign-in', perSecond: 20, burst: 40 },
];
