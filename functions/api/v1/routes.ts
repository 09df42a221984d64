import { readRoutes } from './read-routes.ts';
import { tokenRoute } from './token-route.ts';
import { writeRoutes } from './write-routes.ts';

/** The legacy API. Every path also exists with a language prefix (lib/reference/v1.md#languages). */
export const legacyRoutes = [tokenRoute, ...readRoutes, ...writeRoutes];
