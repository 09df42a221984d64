import { ConnectionError, errorOf, connectionError, type GiftCommerceError } from './errors.ts';

export interface ClientOptions {
  /** API key. Keep it on your server. */
  key: string;
  /** URL of the API. */
  baseUrl: string;
  /** Act for this company, if the key permits it. */
  company?: string;
  /** Retries after the first attempt. Default: 3. */
  retries?: number;
  /** How long one attempt may take. Default: 30 seconds. */
  timeoutMs?: number;
  /** Default: the platform's `fetch`. */
  fetch?: typeof fetch;
  /** Called with every response, for logs and metrics. */
  onResponse?: (response: Response) => void;
}

export interface CallOptions {
  /**
   * By default, created before the first attempt if the operation requires one. Pass your own to repeat the call after
   * a restart.
   */
  idempotencyKey?: string;
  /** `ETag` of the version you have read. */
  ifMatch?: string;
  /** `X-Request-Guid` of an earlier response, to get it again. No idempotency key is created then. */
  requestGuid?: string;
  /** Media type of a binary body. */
  contentType?: string;
  signal?: AbortSignal;
}

export interface PreparedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether the request is idempotent. */
  repeatable: boolean;
}

/** Error codes of requests that were not executed. */
const NOT_EXECUTED = new Set(['rate_limited', 'request_in_progress', 'checkout_in_progress', 'refund_in_progress']);
/** Error codes that are stored with the idempotency key: a retry with the same key gets the same response. */
const FINAL = new Set(['refund_declined']);
const WAIT_MAX_MS = 60_000;
const FIRST_WAIT_MS = 500;

const isRetryable = (error: GiftCommerceError, repeatable: boolean): boolean => {
  if (FINAL.has(error.code)) return false;
  if (NOT_EXECUTED.has(error.code)) return true;
  return repeatable && (error.status === 0 || error.status >= 500);
};

/** Milliseconds before the next attempt: `Retry-After`, but at most a minute, or exponential backoff with jitter. */
const waitOf = (error: GiftCommerceError, attempt: number): number =>
  error.retryAfterSeconds === undefined
    ? FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2)
    : Math.min(error.retryAfterSeconds * 1000, WAIT_MAX_MS);

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

const sendOnce = async (
  { method, url, headers, body }: PreparedRequest,
  options: ClientOptions,
  signal?: AbortSignal,
): Promise<Response> => {
  const limit = AbortSignal.timeout(options.timeoutMs ?? 30_000);
  const request = options.fetch ?? fetch;
  return request(url, {
    method,
    headers,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    ...(body === undefined ? {} : { body }),
  });
};

/** Turns a lost or incomplete response into a `ConnectionError`. */
const awaitResponse = async <T>(part: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  try {
    return await part;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw connectionError(error);
  }
};

const contentOf = async (response: Response): Promise<unknown> => {
  if (response.status === 204) return undefined;
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return isJson ? response.json() : new Uint8Array(await response.arrayBuffer());
};

/** Sends a request, and retries it unchanged where that is safe. Returns the content of the response. */
export const send = async (
  request: PreparedRequest,
  options: ClientOptions,
  signal?: AbortSignal,
): Promise<unknown> => {
  const retries = options.retries ?? 3;
  for (let attempt = 0; ; attempt++) {
    let failure: GiftCommerceError;
    try {
      const response = await awaitResponse(sendOnce(request, options, signal), signal);
      options.onResponse?.(response);
      if (response.ok) return await awaitResponse(contentOf(response), signal);
      failure = await errorOf(response);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      failure = error;
    }
    if (attempt >= retries || !isRetryable(failure, request.repeatable)) throw failure;
    await pause(waitOf(failure, attempt), signal);
  }
};
