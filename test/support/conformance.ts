import * as z from 'zod/mini';
import { ERROR_CODES } from '../../functions/platform/error-codes.ts';
import { codesOf } from '../../functions/api/docs/openapi/operation.ts';
import { patternMatcher } from '../../functions/fallback/match.ts';
import { replies } from '../../functions/replies.ts';
import { routes } from '../../functions/routes.ts';
import { isRevalidated, pathsOf, type Route } from '../../functions/pipeline/route.ts';

/** One raw response. */
interface SeenResponse {
  method: string;
  /** Path without the query. */
  path: string;
  status: number;
  headers: Headers;
  body: unknown;
}

const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.array(z.string()).check(z.minLength(1)))),
  }),
});

const REQUIRED_HEADERS = ['x-request-id', 'x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'];

/** Headers that a route declares if its successful responses have them. */
const FURTHER_HEADERS = ['Content-Language', 'Access-Control-Allow-Origin'];

/**
 * Differences between a response and the OpenAPI document; empty when it conforms. Paths without a description (payment
 * page, gateway notices, control endpoints) are not checked.
 */
export const conformanceFaults = (seen: SeenResponse): string[] => {
  const hasForm = patternMatcher(seen.path);
  const route = routes.find((each) => each.method === seen.method && pathsOf(each).some(hasForm));
  if (!route || route.access === 'public') return [];
  const missing = REQUIRED_HEADERS.filter((name) => !seen.headers.has(name)).map(
    (name) => `The header ${name} is missing`,
  );
  if (route.access === 'v1') return [...missing, ...(seen.status >= 500 ? [] : successFaults(route, seen))];
  const declared = seen.status < 400 || seen.status in route.replies;
  return [...missing, ...(declared ? successFaults(route, seen) : errorFaults(route, seen))];
};

const successFaults = (route: Route, { status, headers, body }: SeenResponse): string[] => {
  if (status === 304)
    return isRevalidated(route) && headers.has('etag') && body === '' ? [] : ['A 304 without an ETag, or with a body'];
  if (status === 201 && route.createdAt && !headers.has('location')) return ['The header location is missing'];
  const declared: readonly string[] = route.headers ?? [];
  const undeclared = FURTHER_HEADERS.find((name) => headers.has(name) !== declared.includes(name));
  if (undeclared) return [`${route.name} declares the header ${undeclared} if and only if it does not send it`];
  const name = route.replies[status];
  if (name === undefined) return [`${route.name} does not declare the status ${status}`];
  if (name === null) return body === '' || body === undefined ? [] : [`${status} has no body`];
  if (name.includes('/')) {
    const type = headers.get('content-type') ?? '';
    return type.startsWith(name) ? [] : [`The content type is ${type}, not ${name}`];
  }
  if (route.csv && (headers.get('content-type') ?? '').startsWith('text/csv')) {
    return String(body).startsWith('\uFEFF') ? [] : ['A file without a byte order mark'];
  }
  const media = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (route.files?.includes(media)) return [];
  const schema: z.ZodMiniType | undefined = (replies as Record<string, z.ZodMiniType>)[name];
  if (!schema) return [`No reply has the name ${name}`];
  return schemaFaults(schema, body);
};

/** Words in messages of the schema library, including its type names, that must not appear in texts for people. */
const LIBRARY_WORDS =
  /Invalid (input|option|string|type|key|element|format|url|email|date)|[Ee]xpected \w+,? (but )?received|Too (small|big)|Unrecognized key|\b(nan|undefined|NaN|record|tuple|discriminator|nonoptional|\[object)\b|This is not valid\.$/;

/** The part of an error that repeats the request, which may contain any text. */
const ECHO = /^Unknown: .*(?=\. Valid are:)/s;

/** Field messages of an error that contain text of the schema library. */
export const libraryMessages = (body: unknown): string[] => {
  const { error } = (body ?? {}) as { error?: { message?: string; fields?: Record<string, string[]> } };
  return Object.values(error?.fields ?? {})
    .flat()
    .filter((text) => LIBRARY_WORDS.test(text.replace(ECHO, '')));
};

const errorFaults = (route: Route, { status, body }: SeenResponse): string[] => {
  const parsed = z.safeParse(errorBody, body);
  if (!parsed.success) return [`${status} without the error envelope: ${JSON.stringify(body).slice(0, 300)}`];
  const { code, fields } = parsed.data.error;
  const faults = libraryMessages(body).map((sentence) => `A message of the schema library: ${sentence}`);
  if (!codesOf(route).includes(code)) faults.push(`${route.name} does not declare the error ${code}`);
  if (!ERROR_CODES[code]?.statuses.includes(status)) faults.push(`${code} is not declared with the status ${status}`);
  if ((fields !== undefined) !== (status === 422)) faults.push(`Only 422 has fields, and always: this is ${status}`);
  return faults;
};

const schemaFaults = (schema: z.ZodMiniType, body: unknown): string[] => {
  const result = z.safeParse(schema, body, { reportInput: true });
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? ` ${issue.keys.join(', ')}` : '';
    return `${issue.path.map(String).join('.') || 'body'}: ${issue.code}${keys}, was ${JSON.stringify(issue.input)?.slice(0, 120)}`;
  });
};

/** Throws with all differences. */
export const assertConforms = (seen: SeenResponse): void => {
  const faults = conformanceFaults(seen);
  if (faults.length === 0) return;
  throw new Error(`${seen.method} ${seen.path} ${seen.status} does not conform:\n${faults.join('\n')}`);
};
