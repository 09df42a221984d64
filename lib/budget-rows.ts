import type { Route } from '../functions/pipeline/route.ts';

/** What the partition keys of the rows begin with that a function may update only to count what its caller spends. */
export const BUDGET_ROWS: Readonly<Record<Route['access'], readonly string[]>> = {
  'api-key': ['APIKEY#', 'WRONGKEYS#', 'REQUESTS#'],
  v1: ['USERBUDGET#'],
  public: [],
};
