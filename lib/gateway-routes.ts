import { methodsOfOverlapping } from '../functions/fallback/match.ts';
import { pathsOf, servedMethods, type Method, type Route } from '../functions/pipeline/route.ts';
import { routes } from '../functions/routes.ts';
import { areaName, type AreaDefinition } from './areas.ts';

/** `ANY` matches every method without a separate route at the path. */
type GatewayMethod = Method | 'HEAD' | 'ANY';

export interface GatewayRoute {
  /** `POST /v2/orders`, or `$default`. */
  key: string;
  method: GatewayMethod;
  path: string;
}

/** Default quota of routes per API; AWS can raise it for existing APIs. */
export const GATEWAY_ROUTES_MAX = 300;

/** Routes of the API itself: those that belong to no area. */
export const routesOfApi = <R extends Pick<Route, 'entry'>>(all: readonly R[]): R[] =>
  all.filter((route) => areaName(route) === undefined);

const apiRoutes = routesOfApi(routes);

/**
 * API Gateway routes for a declaration of the API: one for each method and path. Read-only paths have `ANY` instead of
 * GET and HEAD, because of the quota of routes (lib/decisions/deployment.md); the function refuses the other methods.
 * v1 has its own error envelope, so its paths have separate routes for GET and HEAD.
 */
export const gatewayRoutesOf = (route: Route): GatewayRoute[] => {
  if (areaName(route) !== undefined) return [];
  return pathsOf(route).flatMap((path) =>
    methodsAt(route, path).map((method) => ({ key: keyOf(method, path), method, path })),
  );
};

const methodsAt = (route: Route, path: string): readonly GatewayMethod[] =>
  route.access !== 'v1' && route.method === 'GET' && isOnlyRead(path) ? ['ANY'] : servedMethods(route);

const isOnlyRead = (path: string): boolean => {
  const methods = methodsOfOverlapping(apiRoutes, path);
  return methods.length === 2 && methods.includes('GET') && methods.includes('HEAD');
};

const DEFAULT = '$default';

const keyOf = (method: GatewayMethod, path: string): string => (path === DEFAULT ? path : `${method} ${path}`);

/**
 * API Gateway routes for an area. The area that has its surface as a key serves all paths that no other area of the API
 * serves. A domain mapping removes the surface from the path before a route is selected, and a distribution does not,
 * so the other areas have routes in both forms. The function selects the page by the whole path
 * (functions/fallback/area.ts).
 */
export const gatewayRoutesOfArea = ({ surface, keys, routes: members }: AreaDefinition): GatewayRoute[] => {
  if (keys.includes(surface)) return [{ key: DEFAULT, method: 'ANY', path: DEFAULT }];
  const paths = members.flatMap(pathsOf);
  return keys
    .flatMap((key) => [
      ...(paths.includes(`/${key}`) ? [`/${key}`] : []),
      ...(paths.some((path) => path.startsWith(`/${key}/`)) ? [`/${key}/{path+}`] : []),
    ])
    .flatMap((path) => [path.slice(surface.length + 1), path])
    .map((path) => ({ key: keyOf('ANY', path), method: 'ANY', path }));
};
