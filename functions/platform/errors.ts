/**
 * One public error type. Each noun declares its own codes beside its rules and throws them as `ApiError`; the pipeline
 * turns them into the envelope of service.md, Errors.
 */
export type FieldErrors = Record<string, string[]>;

export interface ApiErrorOptions {
  /** Faults by path (`items.0.quantity`); only 422 answers carry them. */
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
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = options.fields;
    this.headers = options.headers ?? {};
  }
}

/** 404: missing and foreign look alike (service.md, Endpoints, Conventions 2). */
export const notFound = (what = 'resource'): ApiError => new ApiError(404, 'not_found', `No such ${what}.`);

/** 422 with one fault on one field. The message is a sentence that a partner can act on. */
export const invalid = (field: string, message: string, code = 'validation_failed'): ApiError =>
  new ApiError(422, code, message, { fields: { [field]: [message] } });

/** 422 with several faults. */
export const invalidFields = (fields: FieldErrors): ApiError => {
  const names = Object.keys(fields);
  const first = fields[names[0] ?? '']?.[0] ?? 'The request is not valid.';
  const more = names.length > 1 ? ` (and ${names.length - 1} more)` : '';
  return new ApiError(422, 'validation_failed', `${names[0] ? `${names[0]}: ` : ''}${first}${more}`, { fields });
};

/** 409 for a state that does not allow the request. */
export const conflict = (code: string, message: string, retryAfterSeconds?: number): ApiError =>
  new ApiError(409, code, message, retryAfterSeconds === undefined ? {} : retryAfter(retryAfterSeconds));

/** 503 that tells when to come again. */
export const unavailable = (code: string, message: string, retryAfterSeconds = 1, cause?: unknown): ApiError =>
  new ApiError(503, code, message, { ...retryAfter(retryAfterSeconds), cause });

const retryAfter = (seconds: number): ApiErrorOptions => ({
  headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
});
