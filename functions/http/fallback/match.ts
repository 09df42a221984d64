import { pathsOf, servedMethods, type Method, type Route } from '../route.ts';
import { languageOf } from '../v1/language.ts';

/** Whether a path has the form of a route's; `{name}` stands for one part, `{name+}` for all that follow. */
export const matches = (pattern: string, path: string): boolean => {
  if (pattern.startsWith('/{language}/') && !languageOf(path.split('/')[1])) return false;
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (pattern.endsWith('+}') ? parts.length < wanted.length : parts.length !== wanted.length) return false;
  return wanted.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]));
};

/** The methods that a path takes, none for a path that does not exist. */
export const methodsOf = (routes: readonly Route[], path: string): (Method | 'HEAD')[] => [
  ...new Set(routes.filter((route) => pathsOf(route).some((pattern) => matches(pattern, path))).flatMap(servedMethods)),
];
