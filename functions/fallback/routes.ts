import type { Route } from '../pipeline/route.ts';

/** API Gateway's default route. It receives the requests, with any method, that no other route matches. */
export const unknownRoute = {
  name: 'unknown-route',
  method: 'GET',
  path: '$default',
  entry: 'functions/fallback/unknown-route.ts',
  access: 'public',
  replies: {},
  errors: ['not_found', 'method_not_allowed'],
  summary: 'Return 404 or 405 for unknown paths and methods',
  tag: 'Fallback',
  uses: [],
} as const satisfies Route;

export const fallbackRoutes = [unknownRoute];
