import type { Route } from '../functions/platform/route.ts';

/** What the partition keys of the rows begin with that a function may update only to spend the caller's budget. */
export const BUDGET_ROWS: Readonly<Record<Route['access'], string | undefined>> = {
  'api-key': 'APIKEY#',
  v1: 'USERBUDGET#',
  public: undefined,
};

/** The same of those that show a page to buyers and count their views (`table:visits`). */
export const VISIT_ROWS = 'VISITS#';
