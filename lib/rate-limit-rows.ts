import type { Route } from '../functions/pipeline/route.ts';

/** Prefixes of partition keys that a function may update only to count against its caller's rate limit. */
export const RATE_LIMIT_ROWS: Readonly<Record<Route['access'], readonly string[]>> = {
  'api-key': ['APIKEY#', 'WRONGKEYS#', 'REQUESTS#'],
  v1: ['USERBUDGET#'],
  public: [],
};
