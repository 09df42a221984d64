import type * as z from 'zod/mini';
import type { DeskRight } from '../platform/desk-rights.ts';
import type { Scope } from '../platform/scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a function may touch. Grants and environment variables follow from it (lib/grants.ts).
 * - `table:read`: rows by their keys. `index:ix1`: the lists in an index as well.
 * - `table:write`: any row, and the lists of all companies' rows, but for the index of what is due.
 * - `table:batch`: many rows in one call.
 * - `keys`: the ring of keys that cursors, links, sessions and what is sealed are made with.
 * - `secrets:described`: whether each secret is there and since when, never what it is.
 * - `rows:VISITS`: change single rows of one kind, by what their partition keys begin with; nothing else.
 */
export type Binding =
  | 'table:read'
  | 'table:write'
  | 'table:batch'
  | `index:${string}`
  | `rows:${string}`
  | `queue:${string}`
  | `function:${string}`
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
 * How a route repeats safely (lib/reference/idempotency.md#classes).
 * - `none`: nothing to repeat.
 * - `key`: an `Idempotency-Key` header is required.
 * - `optional-key`: one may be sent, and then repeats as where it is required; the route repeats safely by other means
 *   too.
 * - `request-guid`: an `Idempotency-Key` or `X-Request-Guid` may be sent and names the request; every success returns it as
 *   `X-Request-Guid`.
 */
export type Idempotency = 'none' | 'key' | 'optional-key' | 'request-guid';

/**
 * The one declaration of a route. The deployed route, the local route, validation, the OpenAPI document, the typed
 * client and the agent tools all come from it. It is written `{…} as const satisfies Route`, of plain values and names: no
 * call and nothing spread in it, so that a bundle leaves out those that it does not use (lib/decisions/bundles.md).
 */
export interface Route<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends string = string,
  ErrorName extends string = string,
> {
  /** Name of the function, and the operation id: `create-order`. */
  name: string;
  method: Method;
  /** `/v2/orders/{order_id}` */
  path: string;
  /** Further paths that reach the same function, such as a legacy path with a language before it. */
  alsoAt?: readonly string[];
  /** File of the handler, relative to the project. It exports `handler`. */
  entry: string;
  /** `api-key` asks for a v2 key, `v1` for an OAuth2 token, `public` for nothing (payment page, gateway, documents). */
  access: 'api-key' | 'v1' | 'public';
  /** A page or form of the desk: what its user must be allowed to do. The cookie of a session says who it is. */
  desk?: DeskRight;
  /** Asks for no token, though it is described with the routes that do: the one that gives tokens. */
  open?: boolean;
  /** The scope the key must hold; absent: any valid key. */
  scope?: Scope;
  /** A second one, for what two scopes describe together. */
  alsoScope?: Scope;
  /** Refuses keys without `credential_attribution`. */
  writes?: boolean;
  /** The operation may begin to read before the key has passed; it awaits `admitted()` itself before writing. Default: GET. */
  startsEarly?: boolean;
  /**
   * Who the route acts for. `own`: the key's company, and `company` is ignored. `path`: the company that `{company_id}`
   * names. Default `selectable`.
   */
  acting?: 'own' | 'path' | 'selectable';
  /** POST and PATCH may name the acting company in the JSON body; quotes may not. Default: POST and PATCH true. */
  companyInBody?: boolean;
  idempotency?: Idempotency;
  /**
   * What the route changes says itself who did it, in the events of an order or the ledger of an item, and the audit log
   * reads it there: nothing else is written. Changes of every other route have an audit row of their own.
   */
  auditedByDomain?: boolean;
  /**
   * Whether the request names the version it changes in `If-Match`. `required`: without it the answer is 428. The
   * operation compares (`assertMatches`), because only it knows the version at the moment of writing.
   */
  ifMatch?: 'required' | 'optional';
  /**
   * Successful answers carry an `ETag`, and a GET that names it in `If-None-Match` is 304. `true`: the operation gives the
   * version of what is shown, which `If-Match` may name. `by-content`: the tag follows from the answer itself.
   * `for-changes`: a version that `If-Match` may name, while what is shown follows from more than it, so nothing is 304.
   */
  tagged?: true | 'by-content' | 'for-changes';
  /**
   * Where what a 201 has made is found: a path with members of the answer in braces. Absent where it has no address of its
   * own.
   */
  createdAt?: string;
  query?: Query;
  /** Absent: the route takes no body (an empty JSON object counts as none). */
  body?: Body;
  /** The body is bytes, of one of these media types, and not JSON; the operation checks them. */
  takes?: readonly string[];
  /** The body may be left out altogether. */
  bodyOptional?: boolean;
  /** Reply by status: a name in the reply registry (functions/routes.ts checks it), or null for no content. */
  replies: Record<number, Reply | null>;
  /** The rows are also served as CSV, to clients that accept `text/csv`. */
  csv?: true;
  /** Further media types in which the query may ask for the rows. */
  files?: readonly string[];
  /** Error codes beyond those every route has. */
  errors?: readonly ErrorName[];
  summary: string;
  description?: string;
  tag: string;
  uses: readonly Binding[];
  /** Part of the built-in test gateway, which production does not have. */
  testGateway?: true;
  memoryMb?: number;
  timeoutSeconds?: number;
}

/**
 * Has the schemas made that are made late. Called when the first call of a request has been sent, and the function would
 * only wait (lib/decisions/bundles.md).
 */
export const makeSchemas = (route: Pick<Route, 'query' | 'body'>): void => {
  setImmediate(() => [route.query, route.body]);
};

/** What may be asked for at a route's paths: where there is a GET, its head may be asked for alone. */
export const servedMethods = ({ method, path }: Pick<Route, 'method' | 'path'>): readonly (Method | 'HEAD')[] =>
  method === 'GET' && path !== '$default' ? ['GET', 'HEAD'] : [method];

/** Whether a client that already has the response gets 304. */
export const isRevalidated = ({ method, tagged }: Pick<Route, 'method' | 'tagged'>): boolean =>
  method === 'GET' && tagged !== undefined && tagged !== 'for-changes';

/** Whether it answers with a list, also one that is never paged. */
export const isList = ({ replies }: Pick<Route, 'replies'>): boolean => replies[200]?.endsWith('List') ?? false;

/** Every scope that a key needs for a route. */
export const scopesOf = ({ scope, alsoScope }: Pick<Route, 'scope' | 'alsoScope'>): Scope[] =>
  [scope, alsoScope].filter((each) => each !== undefined);

/** Every path of a route, its own first. */
export const pathsOf = (route: Pick<Route, 'path' | 'alsoAt'>): readonly string[] => [
  route.path,
  ...(route.alsoAt ?? []),
];
