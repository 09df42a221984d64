import type { Route } from '../functions/pipeline/route.ts';

/** What the partition keys of the rows begin with that a function may update only to spend the caller's budget. */
export const BUDGET_ROWS: Readonly<Record<Route['access'], string | undefined>> = {
  'api-key': 'APIKEY#',
  v1: 'USERBUDGET#',
  public: undefined,
};
