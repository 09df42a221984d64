import { pathsOf, servedMethods, type Method, type Route } from '../pipeline/route.ts';
import { languageOf } from '../pipeline/translation/language.ts';

/** Whether a path has the form of a route's; `{name}` stands for one part, `{name+}` for all that follow. */
export const matches = (pattern: string, path: string): boolean => {
  if (pattern.startsWith('/{language}/') && !languageOf(path.split('/')[1])) return false;
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (pattern.endsWith('+}') ? parts.length < wanted.length : parts.length !== wanted.length) return false;
  return wanted.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]));
};

/** The methods that a path takes, none for a path that does not exist. */
export const methodsOf = (routes: readonly Route[], path: string): ServedMethod[] =>
  methodsWhere(routes, (pattern) => matches(pattern, path));

/** The methods of all routes that some path of a pattern may also be meant for. */
export const methodsOfOverlapping = (routes: readonly Route[], path: string): ServedMethod[] =>
  methodsWhere(routes, (pattern) => overlap(pattern, path));

type ServedMethod = Method | 'HEAD';

const methodsWhere = (routes: readonly Route[], isMeant: (pattern: string) => boolean): ServedMethod[] => [
  ...new Set(routes.filter((route) => pathsOf(route).some(isMeant)).flatMap(servedMethods)),
];

const LANGUAGE = '{language}';

const overlap = (one: string, other: string): boolean => {
  const [parts, others] = [one.split('/'), other.split('/')];
  const [first = '', second = ''] = [parts[1], others[1]];
  if (first === LANGUAGE && isNoLanguage(second)) return false;
  if (second === LANGUAGE && isNoLanguage(first)) return false;
  for (let at = 0; at < Math.max(parts.length, others.length); at++) {
    const [part, opposite] = [parts[at], others[at]];
    if (part === undefined || opposite === undefined) return false;
    if (part.endsWith('+}') || opposite.endsWith('+}')) return true;
    if (!part.startsWith('{') && !opposite.startsWith('{') && part !== opposite) return false;
  }
  return true;
};

const isNoLanguage = (part: string): boolean => !part.startsWith('{') && !languageOf(part);
