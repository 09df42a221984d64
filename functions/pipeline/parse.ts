import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { ApiError, FAULTS_MAX, invalid, invalidFields, type FieldErrors } from '../platform/errors.ts';
import { PARSING } from '../platform/parse-issues.ts';
import type { PageRequest } from '../storage/cursors.ts';
import type { Route } from './route.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { isObject } from '../platform/is-object.ts';

/** The path of a request, percent-encoded as in its URL, because API Gateway decodes it. */
export const addressPath = ({ rawPath }: Pick<APIGatewayProxyEventV2, 'rawPath'>): string =>
  rawPath.split('/').map(encodeURIComponent).join('/');

/** All values of each query parameter, in order; `a[]=x` counts as `a=x`. */
export const queryValues = (event: APIGatewayProxyEventV2): Record<string, string[]> => {
  const values: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of new URLSearchParams(event.rawQueryString ?? '')) {
    (values[name.replace(/\[\]$/, '')] ??= []).push(value);
  }
  return values;
};

/** The last value of each query parameter or field. */
export const lastOf = (values: Record<string, string[]>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1)]));

/** Query parameters as pairs of name and value, for `URLSearchParams`. */
export const queryPairs = (values: Record<string, string[]>): [string, string][] =>
  Object.entries(values).flatMap(([name, all]) => all.map((value): [string, string] => [name, value]));

const isRead = ({ requestContext: { http } }: APIGatewayProxyEventV2): boolean =>
  http.method === 'GET' || http.method === 'HEAD';

/** Error for a compressed body. Every surface returns 415, even one that returns 200 or 400 for other faults. */
export class CompressedBody extends ApiError {
  constructor(encoding: string) {
    const message = `Send the body as it is: the encoding ${encoding} (Content-Encoding) is not taken.`;
    super(415, 'unsupported_media_type', message, { headers: { 'Accept-Encoding': 'identity' } });
  }
}

/**
 * The bytes of a body. Throws 415 for a compressed body, whose real size is unknown. The encoding of a GET or HEAD is
 * not checked, because its body is ignored.
 */
export const rawBody = (event: APIGatewayProxyEventV2): Buffer => {
  const encoding = event.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (event.body && encoding !== '' && encoding !== 'identity' && !isRead(event)) {
    throw new CompressedBody(encoding);
  }
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
};

export const notUtf8 = (): ApiError => invalid('body', 'The body is not UTF-8: some of its bytes are no text.');

/**
 * The text of a body. A leading byte order mark is ignored, as RFC 8259 allows. Throws 422 for bytes that are not
 * UTF-8, even if the gateway has replaced them: the length then differs from `Content-Length`.
 */
export const bodyText = (event: APIGatewayProxyEventV2): string => {
  const bytes = rawBody(event);
  const sent = Number(event.headers['content-length'] ?? bytes.length);
  if (!event.isBase64Encoded && event.body?.includes('\uFFFD') && sent !== bytes.length) throw notUtf8();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
};

/**
 * The JSON of a request; undefined without a body. Throws 415 for another content type or a compressed body, 400 for
 * invalid JSON (see also `assertJson`), and 422 for bytes that are not UTF-8.
 */
export const jsonBody = (event: APIGatewayProxyEventV2): unknown => {
  const text = bodyText(event);
  if (text.trim() === '') return undefined;
  const contentType = event.headers['content-type'] ?? '';
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)) {
    throw new ApiError(415, 'unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.');
  }
  const body = parseJson(text);
  assertJson(body, text);
  return body;
};

/** Throws 400 for invalid JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiError(400, 'malformed_json', 'The body is not valid JSON.');
  }
};

const DEPTH_MAX = 64;
/** An unpaired surrogate can only come from an escape, because decoded text has none. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/**
 * Throws 400 for deep nesting, because later code recurses over the body, and for unpaired surrogates (`\\ud800`),
 * which DynamoDB would reject. `text` is the source of the body.
 */
export const assertJson = (body: unknown, text: string): void => {
  const mayHaveSurrogates = SURROGATE_ESCAPE.test(text);
  const waiting: { value: object; depth: number }[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === 'object' && value !== null) waiting.push({ value, depth });
    else if (mayHaveSurrogates && typeof value === 'string' && !value.isWellFormed()) throw surrogateError();
  };
  visit(body, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (depth > DEPTH_MAX) throw new ApiError(400, 'malformed_json', 'The body is nested too deeply.');
    for (const name of Object.keys(value)) {
      if (mayHaveSurrogates && !name.isWellFormed()) throw surrogateError();
      visit((value as Record<string, unknown>)[name], depth + 1);
    }
  }
};

const surrogateError = (): ApiError =>
  new ApiError(400, 'malformed_json', 'The body holds text that is not Unicode: half of a surrogate pair.');

/** Separates the `company` selector from the rest of a body (lib/reference/requests.md#acting-company). */
export const splitCompany = (route: Route, body: unknown): { company: unknown; input: unknown } => {
  const allowed = route.acting !== 'path' && (route.companyInBody ?? ['POST', 'PATCH'].includes(route.method));
  if (!allowed || !isObject(body) || !Object.hasOwn(body, 'company')) return { company: undefined, input: body };
  const { company, ...input } = body;
  return { company, input };
};

const isEmpty = (input: unknown): boolean => input === undefined || (isObject(input) && hasNoMember(input));

/** Does not list all keys, because a body may have a great many. */
const hasNoMember = (input: Record<string, unknown>): boolean => {
  for (const name in input) if (Object.hasOwn(input, name)) return false;
  return true;
};

/** Parses the body with the route's schema. Throws 422 with the first faults by path (`fieldErrorsOf`). */
export const validBody = (route: Route, input: unknown): unknown => {
  if (!route.body) {
    if (isEmpty(input)) return undefined;
    if (!isObject(input)) throw invalidFields({ body: ['This request takes no body.'] });
    const names = Object.keys(input);
    const faults = names.slice(0, FAULTS_MAX).map((name) => [name, ['This request takes no body fields.']]);
    throw invalidFields(Object.fromEntries(faults) as FieldErrors, Math.max(0, names.length - FAULTS_MAX));
  }
  if (route.bodyOptional && isEmpty(input)) return validate(route.body, {});
  // `null` is a body, but no route accepts it.
  return validate(route.body, input === undefined ? {} : input);
};

/** Parses with a schema; throws 422 with the first faults by path (`fieldErrorsOf`). */
export const validate = <T extends z.ZodMiniType>(schema: T, input: unknown): z.output<T> => {
  const result = z.safeParse(schema, input, PARSING);
  if (result.success) return result.data;
  const { fields, unnamed } = fieldErrorsOf(result.error.issues);
  throw invalidFields(fields, unnamed);
};

/**
 * The page size from `limit`: a whole number, clamped to 1..100. Anything else is ignored
 * (lib/reference/limits.md#requests).
 */
export const pageLimit = (text: string | undefined, byDefault: number): number => {
  if (text === undefined || !/^[+-]?\d+$/.test(text.trim())) return byDefault;
  return Math.min(100, Math.max(1, Number(text)));
};

/** The page that the query of a list requests: `byDefault` entries unless it has a `limit`. */
export const pageOf = (
  query: { limit?: string | undefined; starting_after?: string | undefined },
  byDefault: number,
): PageRequest => ({ limit: pageLimit(query.limit, byDefault), startingAfter: query.starting_after });

/** All values of a parameter that may be repeated or have several values, separated by commas. */
export const listedValues = (values: readonly string[] | undefined): string[] =>
  (values ?? []).flatMap((value) => value.split(',')).flatMap((value) => value.trim() || []);

/** Whether a query parameter is true. Any unknown value is false. */
export const isSwitchedOn = (text: string | undefined): boolean =>
  ['true', '1', 'yes'].includes(text?.trim().toLowerCase() ?? '');
