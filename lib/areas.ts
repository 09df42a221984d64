import { pathsOf, type Binding, type Route } from '../functions/pipeline/route.ts';

export interface FunctionDefinition {
  /** Unique name, also used in `/_local/usage` and `/_local/crash`. */
  name: string;
  /** File that exports `handler`, relative to the project; for an area, its folder. */
  entry: string;
  uses: readonly Binding[];
  memoryMb: number;
  timeoutSeconds: number;
  /** Authentication of the route. Each kind needs permission to update its own rate-limit rows. */
  access?: Route['access'];
  /** Processes untrusted files, so it receives no permissions, secrets or service URLs. */
  isolated?: boolean;
  /** Only for an area. */
  routes?: readonly Route[];
}

/** The function of an area, which serves all pages of one kind. */
export interface AreaDefinition extends FunctionDefinition {
  routes: readonly Route[];
  /** First segment of all its paths (`desk`, `shop`). Areas of one surface share an HTTP API, mapped to this path. */
  surface: string;
  /** Path prefixes of the area, without the leading slash: `desk/items`. The longest match decides. */
  keys: readonly string[];
}

export const isArea = <D extends { name: string }>(definition: D): definition is D & AreaDefinition =>
  'surface' in definition;

/** Modules that render a page for unknown paths, by surface. Other surfaces return the error envelope. */
export const FALLBACK_MODULES: Readonly<Record<string, string | undefined>> = {
  desk: 'functions/fallback/unknown-desk.ts',
};

/**
 * Desk folders whose pages belong to the area of another folder. Pages directly in `desk` belong to sign-in
 * (`account`).
 */
const DESK_FOLDERS: Readonly<Record<string, string>> = {
  'sign-in': 'account',
  keys: 'administration',
  webhooks: 'administration',
  company: 'administration',
  brand: 'publishing',
  'order-page': 'publishing',
  shipments: 'orders',
  payouts: 'orders',
  issue: 'items',
  home: 'counter',
};

/**
 * `functions/desk/brand/change-brand.ts` belongs to the area `publishing` of the desk. Undefined for a route of the
 * API.
 */
const placeOf = ({ entry }: Pick<Route, 'entry'>): { folder: string; area: string } | undefined => {
  const [, top, below = '', file] = entry.split('/');
  if (top === 'pages') return { folder: `pages/${below}`, area: below };
  if (top !== 'desk') return undefined;
  const area = file === undefined ? 'account' : (DESK_FOLDERS[below] ?? below);
  return { folder: `desk/${area}`, area: `desk-${area}` };
};

/** Name of the function of the area that a route belongs to; undefined for a route of the API. */
export const areaName = (route: Pick<Route, 'entry'>): string | undefined => {
  const place = placeOf(route);
  return place && `area-${place.area}`;
};

const MEMORY_MB = 512;
const TIMEOUT_SECONDS = 15;

/** The function of an API route, which has the name of the route. */
export const apiFunctionOf = (route: Route): FunctionDefinition => ({
  name: route.name,
  entry: route.entry,
  uses: route.uses,
  memoryMb: route.memoryMb ?? MEMORY_MB,
  timeoutSeconds: route.timeoutSeconds ?? TIMEOUT_SECONDS,
  access: route.access,
});

/** The areas of these routes, in the order of their first routes. */
export const areasOf = (routes: readonly Route[]): AreaDefinition[] => {
  const byName = Map.groupBy(routes, areaName);
  const shared = sharedParts(byName);
  return [...byName].flatMap(([name, members]) => (name === undefined ? [] : areaOf(name, members, shared)));
};

/** First path segments that several areas share, or that an area shares with the API. */
const sharedParts = (byName: ReadonlyMap<string | undefined, readonly Route[]>): ReadonlySet<string> => {
  const known = new Set<string>();
  const shared = new Set<string>();
  for (const members of byName.values()) {
    const firsts = new Set(members.flatMap(pathsOf).map((path) => path.split('/')[1] ?? ''));
    for (const first of firsts) (known.has(first) ? shared : known).add(first);
  }
  return shared;
};

const areaOf = (name: string, members: readonly Route[], shared: ReadonlySet<string>): AreaDefinition[] => {
  const [first] = members;
  const place = first && placeOf(first);
  if (!place) return [];
  return [
    {
      name,
      entry: `functions/${place.folder}`,
      surface: first.path.split('/')[1] ?? '',
      routes: members,
      keys: keysOf(members, shared),
      uses: unionOf(members.flatMap(({ uses }) => uses)),
      memoryMb: Math.max(...members.map(({ memoryMb }) => memoryMb ?? MEMORY_MB)),
      timeoutSeconds: Math.max(...members.map(({ timeoutSeconds }) => timeoutSeconds ?? TIMEOUT_SECONDS)),
      access: 'public',
    },
  ];
};

/** A permission to write any row includes the narrower ones. */
const unionOf = (uses: readonly Binding[]): Binding[] => {
  const all = [...new Set(uses)];
  if (!all.includes('table:write')) return all;
  return all.filter((binding) => !/^(table:read|rows:.*|index:ix\d)$/.test(binding));
};

/**
 * Returns `desk/items` for `/desk/items/{code}`, or only the first segment if there is no second one or if neither
 * another area nor the API shares the first.
 */
const keysOf = (members: readonly Route[], shared: ReadonlySet<string>): string[] => {
  const keys = members.flatMap((route) =>
    pathsOf(route).map((path) => {
      const [, first = '', second] = path.split('/');
      return second === undefined || !shared.has(first) ? first : `${first}/${second}`;
    }),
  );
  // A prefix below another prefix of the same area is redundant.
  return [...new Set(keys)].filter((key) => !keys.includes(key.split('/').slice(0, -1).join('/')));
};

/** The area that serves a path. */
export const areaAt = (areas: readonly AreaDefinition[], path: string): AreaDefinition | undefined => {
  const isBelow = (key: string): boolean => path === `/${key}` || path.startsWith(`/${key}/`);
  const matches = areas.flatMap((area) => area.keys.filter(isBelow).map((key) => ({ area, key })));
  return matches.toSorted((one, other) => other.key.length - one.key.length)[0]?.area;
};
