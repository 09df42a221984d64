import type { Route } from '../platform/route.ts';
import { accountRoutes } from './account/routes.ts';

/** The route table: one line per resource, one declaration per route. */
export const routes: readonly Route[] = [...accountRoutes];
