/**
 * The one public error type. Each noun declares its codes next to its rules and throws them as `ApiError`; the pipeline
 * turns them into the error envelope (lib/reference/requests.md#errors).
 */
export type FieldErrors = Record<string, string[]>;

/** Maximum number of fields in a response, and characters of a name and a message: both may repeat the input. */
export const FAULTS_MAX = 20;
const NAME_MAX = 100;
const MESSAGE_MAX = 1000;

/** Well-formed: half a surrogate pair breaks strict readers. */
const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;

const bounded = (fields: FieldErrors): FieldErrors => {
  const few = Object.create(null) as FieldErrors;
  for (const name of Object.keys(fields).slice(0, FAULTS_MAX)) {
    const messages = fields[name] ?? [];
    few[shortened(name, NAME_MAX)] = messages.slice(0, FAULTS_MAX).map((each) => shortened(each, MESSAGE_MAX));
  }
  return few;
};

export interface ApiErrorOptions {
  /** Faults by path (`items.0.quantity`); only with 422, and at most 20. */
  fields?: FieldErrors;
  headers?: Record<string, string>;
  cause?: unknown;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, options: ApiErrorOptions = {}) {
    super(shortened(message, MESSAGE_MAX), { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = options.fields && bounded(options.fields);
    this.headers = options.headers ?? {};
  }
}

/** 404: missing and foreign are indistinguishable (lib/reference/requests.md#resources-of-other-companies). */
export const notFound = (what = 'resource'): ApiError => new ApiError(404, 'not_found', `No such ${what}.`);

/** 422 with one fault on one field. The message is a sentence that a partner can act on. */
export const invalid = (field: string, message: string, code = 'validation_failed'): ApiError =>
  new ApiError(422, code, message, { fields: { [field]: [message] } });

/** 422 with several faults; `unnamed` counts those that `fields` leaves out. */
export const invalidFields = (fields: FieldErrors, unnamed = 0): ApiError => {
  const names = Object.keys(fields);
  const first = fields[names[0] ?? '']?.[0] ?? 'The request is not valid.';
  const others = names.length - 1 + unnamed;
  const more = others > 0 ? ` (and ${others} more)` : '';
  const name = names[0] ? `${shortened(names[0], NAME_MAX)}: ` : '';
  return new ApiError(422, 'validation_failed', `${name}${first}${more}`, { fields });
};

/** 409 for a state that does not allow the request. */
export const conflict = (code: string, message: string, retryAfterSeconds?: number): ApiError =>
  new ApiError(409, code, message, retryAfterSeconds === undefined ? {} : retryAfter(retryAfterSeconds));

/** 503 with `Retry-After`. */
export const unavailable = (code: string, message: string, retryAfterSeconds = 1, cause?: unknown): ApiError =>
  new ApiError(503, code, message, { ...retryAfter(retryAfterSeconds), cause });

/** 429 with `Retry-After`. */
export const rateLimited = (message: string, retryAfterSeconds: number, cause?: unknown): ApiError =>
  new ApiError(429, 'rate_limited', message, { ...retryAfter(retryAfterSeconds), cause });

const retryAfter = (seconds: number): ApiErrorOptions => ({
  headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
});
