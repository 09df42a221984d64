import { areaAt } from '../../areas.ts';
import { areas, routes, routeFunction, type FunctionDefinition } from '../../definition.ts';
import { gatewayRoutesOf, type GatewayRoute } from '../../gateway-routes.ts';
import { decodeUriText } from '../../../functions/platform/uri-text.ts';

/** A route as API Gateway defines it, with its target. */
interface TargetedRoute extends GatewayRoute {
  segments: string[];
  target: FunctionDefinition;
}

export interface RouteMatch {
  route: TargetedRoute;
  parameters: Record<string, string>;
}

const DEFAULT = '$default';

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const table: TargetedRoute[] = routes.flatMap((route) =>
  gatewayRoutesOf(route).map((gatewayRoute) => ({
    ...gatewayRoute,
    segments: segmentsOf(gatewayRoute.path),
    target: routeFunction(route),
  })),
);

const fallback = table.find(({ key }) => key === DEFAULT);

const isGreedy = (segment: string): boolean => segment.endsWith('+}');
const isParameter = (segment: string): boolean => segment.startsWith('{');
const nameOf = (segment: string): string => segment.slice(1, isGreedy(segment) ? -2 : -1);

/** Literals sort before parameters, and parameters before greedy parameters: the smaller text is more specific. */
const specificity = (route: TargetedRoute): string =>
  route.segments.map((segment) => (isGreedy(segment) ? '2' : isParameter(segment) ? '1' : '0')).join('');

const parametersFor = (route: TargetedRoute, path: string[]): Record<string, string> | undefined => {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of route.segments.entries()) {
    const actual = path[index];
    if (isGreedy(segment)) {
      if (actual === undefined) return undefined;
      parameters[nameOf(segment)] = path.slice(index).join('/');
      return parameters;
    }
    if (actual === undefined) return undefined;
    if (!isParameter(segment)) {
      if (segment !== actual) return undefined;
    } else if (actual === '') {
      return undefined;
    } else {
      parameters[nameOf(segment)] = actual;
    }
  }
  return path.length === route.segments.length ? parameters : undefined;
};

/**
 * Target of a request: the area that serves the path or, in the API, the most specific route, otherwise `$default`. A
 * path with an `ANY` route has no other route.
 */
export const matchRoute = (method: string, path: string): RouteMatch | undefined => {
  const segments = segmentsOf(path).map(decodeUriText);
  const area = areaAt(areas, `/${segments.join('/')}`);
  if (area) {
    return { route: { key: DEFAULT, method: 'ANY', path: DEFAULT, segments: [], target: area }, parameters: {} };
  }
  const [best] = table
    .filter((route) => (route.method === method || route.method === 'ANY') && route.key !== DEFAULT)
    .flatMap((route) => {
      const parameters = parametersFor(route, segments);
      return parameters ? [{ route, parameters }] : [];
    })
    .toSorted((a, b) => (specificity(a.route) < specificity(b.route) ? -1 : 1));
  return best ?? (fallback && { route: fallback, parameters: {} });
};
