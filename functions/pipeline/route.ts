import type * as z from 'zod/mini';
import type { DeskRight } from '../platform/desk-rights.ts';
import type { IndexName, IsolatedFunctionName, QueueName, UpdatableRows } from '../platform/resource-names.ts';
import type { Scope } from '../platform/scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Resources that a function may access. Grants and environment variables follow from it (lib/grants.ts).
 * - `table:read`: rows by their keys. `index:ix1`: the lists in an index as well.
 * - `table:write`: any row, and all lists except the due index.
 * - `table:batch`: many rows in one call.
 * - `keys`: the keyring for cursors, links, sessions and sealed values.
 * - `secrets:described`: whether each secret exists and since when, never its value.
 * - `rows:VISITS`: change single rows of one kind, by the prefix of their partition keys.
 */
export type Binding =
  | 'table:read'
  | 'table:write'
  | 'table:batch'
  | `index:${IndexName}`
  | `rows:${UpdatableRows}`
  | `queue:${QueueName}`
  | `function:${IsolatedFunctionName}`
  | `objects:read`
  | `objects:write`
  | `objects:delete`
  | 'keys'
  | 'secrets:described'
  | 'mail'
  | 'payments'
  | 'courier'
  | 'wallet'
  | 'vendor';

/**
 * How requests of a route can be repeated safely (lib/reference/idempotency.md#classes).
 * - `none`: accepts no key, because a repeated request changes nothing further.
 * - `key`: an `Idempotency-Key` header is required.
 * - `optional-key`: an `Idempotency-Key` may be sent and then works as with `key`. Without one, the route is also safe to
 *   repeat.
 * - `request-guid`: an `Idempotency-Key` or `X-Request-Guid` may be sent and identifies the request; every success
 *   returns it as `X-Request-Guid`.
 */
type Idempotency = 'none' | 'key' | 'optional-key' | 'request-guid';

/**
 * The one declaration of a route. The deployed route, the local route, validation, the OpenAPI document, the typed
 * client and the agent tools all come from it. It is written `{…} as const satisfies Route` from plain values and
 * names, without calls or spreads, so that a bundle leaves out unused routes (lib/decisions/bundles.md).
 */
export interface Route<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends string = string,
  ErrorName extends string = string,
> {
  /** Name of the function, and the operation id, such as `create-order`. */
  name: string;
  method: Method;
  /** `/v2/orders/{order_id}` */
  path: string;
  /** Further paths of the same function, such as a legacy path with a language prefix. */
  alsoAt?: readonly string[];
  /** File that exports the `handler`, relative to the project. */
  entry: string;
  /**
   * `api-key` requires a v2 key, `v1` an OAuth2 token. `public` requires neither (payment page, gateway, documents).
   */
  access: 'api-key' | 'v1' | 'public';
  /** Permission that a desk page or form requires. The session cookie identifies the user. */
  desk?: DeskRight;
  /** The route requires no token, although the documentation lists it with routes that do: the token route. */
  open?: boolean;
  /** The scope that the key must have; absent: any valid key. */
  scope?: Scope;
  /** A second scope, for a response with data of two scopes. */
  alsoScope?: Scope;
  /**
   * The route makes changes: it rejects keys that were issued before keys were attributed, and its tool requires an
   * idempotency key.
   */
  writes?: boolean;
  /**
   * The operation may begin to read before the key is authenticated; it awaits `admitted()` before writing. By default
   * true for GET.
   */
  startsEarly?: boolean;
  /**
   * How the acting company is selected. `own`: always the key's company; `company` is ignored. `path`: the company in
   * `{company_id}`. Default: `selectable`.
   */
  acting?: 'own' | 'path' | 'selectable';
  /** Whether the JSON body may select the acting company. Default: true for POST and PATCH. */
  companyInBody?: boolean;
  idempotency?: Idempotency;
  /**
   * The domain records the actor itself, in the events of an order or the ledger of an item, where the audit log reads
   * it. Changes by any other route get their own audit row.
   */
  auditedByDomain?: boolean;
  /**
   * Whether the request sends the version that it changes in `If-Match`. `required`: 428 without it. The operation
   * compares the versions (`assertMatches`), because only it knows the version at the time of the write.
   */
  ifMatch?: 'required' | 'optional';
  /**
   * Successful responses have an `ETag`, and a GET that sends it in `If-None-Match` gets 304. `true`: the operation
   * returns the version, which clients may send in `If-Match`. `by-content`: the tag is derived from the response
   * itself. `for-changes`: clients may send the version in `If-Match`, but the response depends on other data as well,
   * so there is no 304.
   */
  tagged?: true | 'by-content' | 'for-changes';
  /** `Location` of a 201: a path with members of the response in braces. Absent if the created resource has no URL. */
  createdAt?: string;
  query?: Query;
  /** If absent, the route has no body. An empty JSON object is accepted as no body. */
  body?: Body;
  /** The body is not JSON but bytes of one of these media types, which the operation checks. */
  mediaTypes?: readonly string[];
  /** The body may be omitted. */
  bodyOptional?: boolean;
  /** Reply by status: a name in the reply registry (functions/routes.ts checks it), or null for no content. */
  replies: Record<number, Reply | null>;
  /** Further headers of successful responses. */
  headers?: readonly ('Content-Language' | 'Access-Control-Allow-Origin')[];
  /** Also served as CSV to clients that accept `text/csv`. */
  csv?: true;
  /** Further media types that a query parameter can select. */
  files?: readonly string[];
  /** Error codes in addition to those that every route has. */
  errors?: readonly ErrorName[];
  summary: string;
  description?: string;
  tag: string;
  uses: readonly Binding[];
  /** Part of the built-in test gateway, which production does not include. */
  testGateway?: true;
  memoryMb?: number;
  timeoutSeconds?: number;
}

/**
 * Builds the lazily created schemas of a route. It runs after the request has sent its first call, when the function
 * would otherwise only wait (lib/decisions/bundles.md).
 */
export const buildSchemas = (route: Pick<Route, 'query' | 'body'>): void => {
  setImmediate(() => [route.query, route.body]);
};

/** Methods of a route's paths. A path with GET also serves HEAD. */
export const servedMethods = ({ method, path }: Pick<Route, 'method' | 'path'>): readonly (Method | 'HEAD')[] =>
  method === 'GET' && path !== '$default' ? ['GET', 'HEAD'] : [method];

/** Whether a client that already has the response gets 304. */
export const isRevalidated = ({ method, tagged }: Pick<Route, 'method' | 'tagged'>): boolean =>
  method === 'GET' && tagged !== undefined && tagged !== 'for-changes';

/** Whether the response is a list, even one without pages. */
export const isList = ({ replies }: Pick<Route, 'replies'>): boolean => replies[200]?.endsWith('List') ?? false;

export const scopesOf = ({ scope, alsoScope }: Pick<Route, 'scope' | 'alsoScope'>): Scope[] =>
  [scope, alsoScope].filter((each) => each !== undefined);

/** All paths of a route, its main path first. */
export const pathsOf = (route: Pick<Route, 'path' | 'alsoAt'>): readonly string[] => [
  route.path,
  ...(route.alsoAt ?? []),
];
