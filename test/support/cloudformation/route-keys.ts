/** API Gateway's quota of routes for one HTTP API. */
const ROUTES_MAX = 300;
const METHODS = new Set(['ANY', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
const VARIABLE = /^\{(\w+)(\+?)\}$/;

/** A path variable, with the part of the path before it, in which names of variables are removed. */
interface Variable {
  parents: string;
  text: string;
}

const variablesOf = (path: string): Variable[] => {
  const parts = path.split('/').slice(1);
  return parts.flatMap((text, index) =>
    VARIABLE.test(text)
      ? [
          {
            parents: parts
              .slice(0, index)
              .map((part) => (VARIABLE.test(part) ? '{}' : part))
              .join('/'),
            text,
          },
        ]
      : [],
  );
};

const formFaults = (key: string): string[] => {
  if (key === '$default') return [];
  const [method = '', path = '', ...more] = key.split(' ');
  if (!METHODS.has(method) || !path.startsWith('/') || more.length > 0) {
    return [`${key}: a route key is a method, a space and a path, or $default`];
  }
  const parts = path.split('/').slice(1);
  const malformed = parts.filter((part) => /[{}]/.test(part) && !VARIABLE.test(part));
  const names = parts.flatMap((part) => VARIABLE.exec(part)?.[1] ?? []);
  return [
    ...malformed.map((part) => `${key}: ${part} is not a variable`),
    ...(new Set(names).size < names.length ? [`${key}: a name is used for two variables`] : []),
    ...(parts.slice(0, -1).some((part) => part.endsWith('+}'))
      ? [`${key}: a greedy variable is not the last part`]
      : []),
  ];
};

/** Faults for variables on the same level of a path: their names differ, or only one of them is greedy. */
const conflicts = (keys: readonly string[]): string[] => {
  const first = new Map<string, { text: string; key: string }>();
  return keys.flatMap((key) =>
    variablesOf(key.split(' ')[1] ?? '').flatMap(({ parents, text }) => {
      const known = first.get(parents);
      if (!known) first.set(parents, { text, key });
      return !known || known.text === text
        ? []
        : [`${key}: ${text} is on the same level of the path as ${known.text} of ${known.key}`];
    }),
  );
};

/** Why API Gateway would reject the route keys of one HTTP API, one sentence each. */
export const routeKeyFaults = (keys: readonly string[]): string[] => {
  // The names of variables do not distinguish routes.
  const requests = keys.map((key) => key.replaceAll(/\{\w+(\+?)\}/g, '{$1}'));
  return [
    ...keys.flatMap(formFaults),
    ...keys.filter((_, index) => requests.indexOf(requests[index]!) !== index).map((key) => `${key}: exists twice`),
    ...conflicts(keys),
    ...(keys.length > ROUTES_MAX ? [`${keys.length} routes: an API has at most ${ROUTES_MAX}`] : []),
  ];
};
