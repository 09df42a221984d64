import type { Route } from '../pipeline/route.ts';

/** Requests that no other route matches. The path is API Gateway's name for that, and covers every method. */
export const unknownRoute = {
  name: 'unknown-route',
  method: 'GET',
  path: '$default',
  entry: 'functions/fallback/unknown-route.ts',
  access: 'public',
  replies: {},
  errors: ['not_found', 'method_not_allowed'],
  summary: 'Answer paths and methods that do not exist',
  tag: 'Fallback',
  uses: [],
} as const satisfies Route;

export const fallbackRoutes = [unknownRoute];
