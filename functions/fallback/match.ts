import { pathsOf, servedMethods, type Method, type Route } from '../pipeline/route.ts';
import { languageOf } from '../pipeline/translation/language.ts';

/** The URL of a route. */
export type AddressedRoute = Pick<Route, 'method' | 'path' | 'alsoAt'>;

const known = new Map<string, readonly string[]>();

/** Splits a declared path into parts. They are cached, because every request is compared with many paths. */
const partsOf = (pattern: string): readonly string[] => {
  const parts = known.get(pattern) ?? pattern.split('/');
  known.set(pattern, parts);
  return parts;
};

/**
 * Returns a function that checks whether the path matches the pattern of a route. `{name}` matches one segment,
 * `{name+}` all that follow.
 */
export const patternMatcher = (path: string): ((pattern: string) => boolean) => {
  const parts = path.split('/');
  return (pattern) => {
    const patternParts = partsOf(pattern);
    if (pattern.endsWith('+}') ? parts.length < patternParts.length : parts.length !== patternParts.length)
      return false;
    if (pattern.startsWith('/{language}/') && !languageOf(parts[1])) return false;
    return patternParts.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]));
  };
};

/** The methods of a path; empty for an unknown path. */
export const servedMethodsAt = (routes: readonly AddressedRoute[], path: string): ServedMethod[] =>
  methodsWhere(routes, patternMatcher(path));

/** The methods of all routes that can match a path of this pattern. */
export const methodsOfOverlapping = (routes: readonly AddressedRoute[], path: string): ServedMethod[] => {
  const otherParts = path.split('/');
  return methodsWhere(routes, (pattern) => overlap(partsOf(pattern), otherParts));
};

type ServedMethod = Method | 'HEAD';

/** The route of a request. */
interface AddressMatch<R extends AddressedRoute> {
  route: R;
  /** The matching path of the route. */
  path: string;
  parameters: Record<string, string>;
}

/** The most specific route for a method and a decoded path, or undefined. A GET also serves HEAD. */
export const matchOf = <R extends AddressedRoute>(
  routes: readonly R[],
  method: string,
  path: string,
): AddressMatch<R> | undefined => {
  const servingMethod = method === 'HEAD' ? 'GET' : method;
  const hasForm = patternMatcher(path);
  const [best] = routes
    .filter((route) => route.method === servingMethod)
    .flatMap((route) =>
      pathsOf(route)
        .filter(hasForm)
        .map((pattern) => ({ route, path: pattern })),
    )
    .toSorted((one, other) => (specificity(one.path) < specificity(other.path) ? -1 : 1));
  return best && { ...best, parameters: parametersOf(best.path, path) };
};

/**
 * A sort key: the more specific of two patterns comes first. Fixed parts come before variables, and variables before
 * greedy ones.
 */
const specificity = (pattern: string): string =>
  pattern
    .split('/')
    .map((part) => (part.endsWith('+}') ? '2' : part.startsWith('{') ? '1' : '0'))
    .join('');

const parametersOf = (pattern: string, path: string): Record<string, string> => {
  const parts = path.split('/');
  return Object.fromEntries(
    pattern.split('/').flatMap((part, at): [string, string][] => {
      if (!part.startsWith('{')) return [];
      return part.endsWith('+}')
        ? [[part.slice(1, -2), parts.slice(at).join('/')]]
        : [[part.slice(1, -1), parts[at] ?? '']];
    }),
  );
};

const methodsWhere = (routes: readonly AddressedRoute[], isMeant: (pattern: string) => boolean): ServedMethod[] => [
  ...new Set(routes.filter((route) => pathsOf(route).some(isMeant)).flatMap(servedMethods)),
];

const LANGUAGE = '{language}';

const isGreedy = (parts: readonly string[]): boolean => parts.at(-1)?.endsWith('+}') === true;

const overlap = (parts: readonly string[], otherParts: readonly string[]): boolean => {
  if (parts.length !== otherParts.length && !isGreedy(parts) && !isGreedy(otherParts)) return false;
  return haveCommonPath(parts, otherParts) && haveCommonLanguage(parts[1], otherParts[1]);
};

const haveCommonPath = (parts: readonly string[], otherParts: readonly string[]): boolean => {
  for (let at = 0; at < Math.max(parts.length, otherParts.length); at++) {
    const [part, opposite] = [parts[at], otherParts[at]];
    if (part === undefined || opposite === undefined) return false;
    if (part.endsWith('+}') || opposite.endsWith('+}')) return true;
    if (!part.startsWith('{') && !opposite.startsWith('{') && part !== opposite) return false;
  }
  return true;
};

/** Whether two first segments can match the same text. The variable for a language matches only languages. */
const haveCommonLanguage = (first = '', second = ''): boolean =>
  !(first === LANGUAGE && isNoLanguage(second)) && !(second === LANGUAGE && isNoLanguage(first));

const isNoLanguage = (part: string): boolean => !part.startsWith('{') && !languageOf(part);
