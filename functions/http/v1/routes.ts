import { readRoutes } from './read-routes.ts';
import { tokenRoute } from './token-route.ts';
import { writeRoutes } from './write-routes.ts';

/** The legacy API (service.md, Legacy v1). Every path also answers with a language before it. */
export const legacyRoutes = [tokenRoute, ...readRoutes, ...writeRoutes];
