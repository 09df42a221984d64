/** Content of an error response. */
export interface Refusal {
  /** HTTP status; 0 without a response. */
  status: number;
  /** Stable error code. */
  code: string;
  /** Message for people. */
  message: string;
  /** Messages by field, if the input is invalid. */
  fields: Record<string, string[]>;
  /** Quote it when you report a problem with the request. */
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;
}

/**
 * Base class of the errors that this client throws for responses, connections and webhooks. Each subclass calls for a
 * different reaction.
 */
export class GiftCommerceError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: Refusal, options?: { cause?: unknown }) {
    super(refusal.message, options);
    this.name = new.target.name;
    this.status = refusal.status;
    this.code = refusal.code;
    this.fields = refusal.fields;
    this.requestId = refusal.requestId;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** The key is not valid, has expired or was revoked: get another one. */
export class AuthenticationError extends GiftCommerceError {}
/** The key or the contract does not allow the request: ask for the scope in the message. */
export class PermissionError extends GiftCommerceError {}
/** The resource does not exist for this company: do not retry. */
export class NotFoundError extends GiftCommerceError {}
/** The request is invalid, or its status is a 4xx without its own class: correct the `fields`. */
export class ValidationError extends GiftCommerceError {}
/** The state of the resource does not allow the request, or another request was first: read it again, then decide. */
export class ConflictError extends GiftCommerceError {}
/** The rate limit was exceeded, even after all retries: send fewer requests. */
export class RateLimitError extends GiftCommerceError {}
/**
 * The service failed, even after all retries of a request that may be repeated: try again later, with the same
 * idempotency key.
 */
export class ServiceError extends GiftCommerceError {}
/** No response: a write may or may not have been executed. Send it again with the same idempotency key. */
export class ConnectionError extends GiftCommerceError {}
/** A webhook that cannot be trusted: return 400 and do nothing. */
export class WebhookError extends GiftCommerceError {}

const classOf = (status: number): typeof GiftCommerceError => {
  if (status === 401) return AuthenticationError;
  if (status === 403) return PermissionError;
  if (status === 404) return NotFoundError;
  if (status === 409 || status === 412) return ConflictError;
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServiceError : ValidationError;
};

interface ErrorBody {
  error?: { code?: string; message?: string; fields?: Record<string, string[]> };
}

/** The error for a response. */
export const errorOf = async (response: Response): Promise<GiftCommerceError> => {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new (classOf(response.status))({
    status: response.status,
    code: body.error?.code ?? 'unknown',
    message: body.error?.message ?? `The response status is ${response.status}.`,
    fields: body.error?.fields ?? {},
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  });
};

export const connectionError = (cause: unknown): ConnectionError =>
  new ConnectionError(
    {
      status: 0,
      code: 'no_answer',
      message: 'No response was received.',
      fields: {},
      requestId: undefined,
      retryAfterSeconds: undefined,
    },
    { cause },
  );

export const webhookError = (code: string, message: string): WebhookError =>
  new WebhookError({ status: 0, code, message, fields: {}, requestId: undefined, retryAfterSeconds: undefined });
