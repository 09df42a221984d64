import type { ThrownCodeName } from './error-codes.ts';
import type { Text } from './messages/message.ts';
import { missing, type MissingResource } from './messages/missing.ts';
import { validation } from './messages/validation.ts';

/** Faults of fields, by path. */
export type FieldErrors = Record<string, Text[]>;

/**
 * Maximum number of fields in a response, and of characters in a name and a message, because both may repeat the input.
 */
export const FAULTS_MAX = 20;
const NAME_MAX = 100;
const MESSAGE_MAX = 1000;

/** Shortens a string. The result is well-formed, because strict readers reject half a surrogate pair. */
export const shorten = (text: string, maximum = MESSAGE_MAX): string =>
  text.length > maximum ? `${text.slice(0, maximum).toWellFormed()}…` : text;

const boundFields = (fields: FieldErrors): FieldErrors => {
  const few = Object.create(null) as FieldErrors;
  for (const name of Object.keys(fields).slice(0, FAULTS_MAX)) {
    few[shorten(name, NAME_MAX)] = (fields[name] ?? []).slice(0, FAULTS_MAX);
  }
  return few;
};

/** The English texts of faults. */
export const englishOf = (faults: FieldErrors): Record<string, string[]> => {
  const fields = Object.create(null) as Record<string, string[]>;
  for (const [name, texts] of Object.entries(faults)) {
    fields[name] = texts.map((text) => shorten(String(text)));
  }
  return fields;
};

interface ApiErrorOptions {
  /** Faults by path (`items.0.quantity`), for 422 only, and at most 20. */
  fields?: FieldErrors;
  /** Faults by path that the response does not list, because its status or its message identifies the field. */
  about?: FieldErrors;
  headers?: Record<string, string>;
  cause?: unknown;
}

/**
 * The only public error type. Its codes are declared in error-codes.ts; the pipeline converts it to the error envelope
 * (lib/reference/requests.md#errors).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ThrownCodeName;
  /** The English texts of `faults`, which the API sends. */
  readonly fields: Record<string, string[]> | undefined;
  /** Faults by path, for pages. */
  readonly faults: FieldErrors;
  /** The `message`, which pages can translate. */
  readonly reason: Text;
  readonly headers: Record<string, string>;

  constructor(status: number, code: ThrownCodeName, reason: Text, options: ApiErrorOptions = {}) {
    super(shorten(String(reason)), { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.faults = boundFields(options.fields ?? options.about ?? {});
    this.fields = options.fields && englishOf(this.faults);
    this.headers = options.headers ?? {};
  }
}

/**
 * The 404 for a resource that does not exist or belongs to another company. The two are indistinguishable
 * (lib/reference/requests.md#resources-of-other-companies).
 */
export const notFound = (what: MissingResource = 'resource'): ApiError =>
  new ApiError(404, 'not_found', missing('missing', { what }));

/** A 422 with one fault of one field. The message says what the caller can do. */
export const invalid = (field: string, message: Text, code: ThrownCodeName = 'validation_failed'): ApiError =>
  new ApiError(422, code, message, { fields: { [field]: [message] } });

/** A 422 with several faults. `unnamed` is the number of further faults, which `faults` does not contain. */
export const invalidFields = (faults: FieldErrors, unnamed = 0): ApiError => {
  const names = Object.keys(faults);
  const [name = ''] = names;
  const fault = faults[name]?.[0] ?? 'The request is not valid.';
  const otherCount = Math.max(0, names.length - 1 + unnamed);
  const reason = validation('first_fault', { field: shorten(name, NAME_MAX), fault, others: otherCount });
  return new ApiError(422, 'validation_failed', reason, { fields: faults });
};

/** A 409 for a state that does not allow the request. */
export const conflict = (code: ThrownCodeName, message: Text, retryAfterSeconds?: number): ApiError =>
  new ApiError(409, code, message, retryAfterSeconds === undefined ? {} : retryAfter(retryAfterSeconds));

/** A 503 with `Retry-After`. */
export const unavailable = (code: ThrownCodeName, message: Text, retryAfterSeconds = 1, cause?: unknown): ApiError =>
  new ApiError(503, code, message, { ...retryAfter(retryAfterSeconds), cause });

/** A 429 with `Retry-After`. */
export const rateLimited = (message: Text, retryAfterSeconds: number, cause?: unknown): ApiError =>
  new ApiError(429, 'rate_limited', message, { ...retryAfter(retryAfterSeconds), cause });

const retryAfter = (seconds: number): ApiErrorOptions => ({
  headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
});
