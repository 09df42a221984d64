import type * as z from 'zod/mini';
import type { AuthenticatedKey } from '../domain/company/api-keys/authenticate.ts';
import type { Route } from './route.ts';
import type { Reply } from '../storage/idempotency.ts';

export type { Reply };

export interface Caller {
  keyId: string;
  /** The key's own company. The acting company is `request.company`. */
  company: string;
  mode: 'live' | 'test';
  scopes: readonly string[];
  createdBy: string | undefined;
  key: AuthenticatedKey['key'];
}

type ParsedValue<T, Otherwise> = T extends z.ZodMiniType ? z.output<T> : Otherwise;

/** A checked and parsed request. */
export interface ApiRequest<R extends Route = Route> {
  requestId: string;
  /** Path of the request, percent-encoded as in its URL. */
  path: string;
  /** Slug of the acting company. */
  company: string;
  caller: Caller;
  /**
   * Resolves when the key has been authenticated. A route that starts early awaits it before its first write, and every
   * response waits for it.
   */
  admitted: () => Promise<void>;
  params: Record<string, string>;
  query: ParsedValue<R['query'], Record<string, string>>;
  /** All values of every query parameter, in order, with `a[]` under `a`. */
  queryValues: Record<string, string[]>;
  body: ParsedValue<R['body'], undefined>;
  /**
   * The body as JSON before validation, without the `company` selector. It is compared with the input of an earlier
   * request with the same key.
   */
  input: unknown;
  /** The body as it was sent, for routes that accept bytes. */
  bytes: Buffer;
  idempotencyKey: string;
  /** The `If-Match` header. Always defined if the route requires it. */
  ifMatch: string | undefined;
  headers: Record<string, string | undefined>;
}
