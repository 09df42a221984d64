import type { Route } from './route.ts';

/** Names of the query parameters of a route; undefined where its schema does not list them. */
const namesOf = (route: Route): ReadonlySet<string> | undefined => {
  const selector = route.acting === 'own' || route.acting === 'path' ? [] : ['company'];
  if (!route.query) return new Set(selector);
  const { shape } = route.query as Route['query'] & { shape?: object };
  return shape && new Set([...Object.keys(shape), ...selector]);
};

export const hasQueryParameter = (route: Route, name: string): boolean => namesOf(route)?.has(name) ?? false;

const NAMES_MAX = 20;
const NAME_MAX = 64;

/**
 * The value of `X-Ignored-Query`: names of parameters that the route does not know, percent-encoded, because headers
 * contain only ASCII. It reveals misspelled filters, which would match everything. Undefined if there are none.
 */
export const ignoredQuery = (route: Route, values: Record<string, string[]>): string | undefined => {
  const known = namesOf(route);
  const ignored = known ? Object.keys(values).filter((name) => !known.has(name)) : [];
  if (ignored.length === 0) return undefined;
  const names = ignored.slice(0, NAMES_MAX).map((name) => encodeURIComponent(name.slice(0, NAME_MAX).toWellFormed()));
  return names.join(', ');
};
