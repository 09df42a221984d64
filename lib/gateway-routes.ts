import { methodsOfOverlapping } from '../functions/fallback/match.ts';
import { pathsOf, servedMethods, type Method, type Route } from '../functions/pipeline/route.ts';
import { routes } from '../functions/routes.ts';

/** `ANY` is every method that has no route of its own at the path. */
export type GatewayMethod = Method | 'HEAD' | 'ANY';

/** A route as API Gateway is told of it. */
export interface GatewayRoute {
  /** `POST /v2/orders`, or `$default`. */
  key: string;
  method: GatewayMethod;
  path: string;
}

/** An API has at most so many routes; more are granted for one that exists already. */
export const GATEWAY_ROUTES_MAX = 300;

/**
 * What API Gateway is told of a declaration: a route for each method and path. Where nothing but reading is possible GET and
 * HEAD are one, `ANY`, or the API would have more routes than it may (lib/decisions/deployment.md); the function refuses the
 * other methods. v1 refuses in an envelope of its own, so its paths keep both.
 */
export const gatewayRoutesOf = (route: Route): GatewayRoute[] =>
  pathsOf(route).flatMap((path) =>
    methodsAt(route, path).map((method) => ({ key: keyOf(method, path), method, path })),
  );

const methodsAt = (route: Route, path: string): readonly GatewayMethod[] =>
  route.access !== 'v1' && isOnlyRead(path) ? ['ANY'] : servedMethods(route);

const isOnlyRead = (path: string): boolean => {
  const methods = methodsOfOverlapping(routes, path);
  return methods.length === 2 && methods.includes('GET') && methods.includes('HEAD');
};

const keyOf = (method: GatewayMethod, path: string): string => (path === '$default' ? path : `${method} ${path}`);
