import { errorOf, noResponse, type GiftCommerceError } from './errors.ts';

export interface ClientOptions {
  /** API key. Keep it on your server. */
  key: string;
  /** Address of the API. */
  baseUrl: string;
  /** Act for this company, where the key may. */
  company?: string;
  /** Attempts after the first. Default 3. */
  retries?: number;
  /** How long one attempt may take. Default 30 seconds. */
  timeoutMs?: number;
  /** Default: the fetch of the platform. */
  fetch?: typeof fetch;
  /** Called with every response, for logs and metrics. */
  onResponse?: (response: Response) => void;
}

export interface CallOptions {
  /** Created before the first attempt by default. Pass your own to repeat the call after a restart. */
  idempotencyKey?: string;
  /** `ETag` of the version you have read. */
  ifMatch?: string;
  /** `X-Request-Guid` of an earlier response, to get it again. Replaces `idempotencyKey`. */
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

/** Statuses that prove that nothing was done, for any request. */
const NOT_DONE = new Set(['rate_limited', 'request_in_progress', 'checkout_in_progress', 'refund_in_progress']);
/** Failures for which a repeat with the same key gets the same response. */
const FINAL = new Set(['refund_declined']);
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;

const worthRepeating = (error: GiftCommerceError, repeatable: boolean): boolean => {
  if (FINAL.has(error.code)) return false;
  if (NOT_DONE.has(error.code)) return true;
  return repeatable && (error.status === 0 || error.status >= 500);
};

/** `Retry-After`; otherwise growing pauses with jitter. */
const waitOf = (error: GiftCommerceError, attempt: number): number =>
  error.retryAfterSeconds === undefined
    ? FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2)
    : Math.min(error.retryAfterSeconds * 1000, LONGEST_WAIT_MS);

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

const once = async (
  { method, url, headers, body }: PreparedRequest,
  options: ClientOptions,
  signal?: AbortSignal,
): Promise<Response> => {
  const limit = AbortSignal.timeout(options.timeoutMs ?? 30_000);
  const ask = options.fetch ?? fetch;
  try {
    return await ask(url, {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body === undefined ? {} : { body }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noResponse(error);
  }
};

/** Sends a request, and repeats it unchanged where that helps and is safe. */
export const send = async (
  request: PreparedRequest,
  options: ClientOptions,
  signal?: AbortSignal,
): Promise<Response> => {
  const retries = options.retries ?? 3;
  for (let attempt = 0; ; attempt++) {
    let failure: GiftCommerceError;
    try {
      const response = await once(request, options, signal);
      options.onResponse?.(response);
      if (response.ok) return response;
      failure = await errorOf(response);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ConnectionError')) throw error;
      failure = error as GiftCommerceError;
    }
    if (attempt >= retries || !worthRepeating(failure, request.repeatable)) throw failure;
    await pause(waitOf(failure, attempt), signal);
  }
};
