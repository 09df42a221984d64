import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { ApiError, invalidFields } from '../platform/errors.ts';
import type { Route } from '../platform/route.ts';
import { fieldErrors } from './issues.ts';

/** All values of each query parameter, in order; `a[]=x` counts as `a=x`. */
export const queryValues = (event: APIGatewayProxyEventV2): Record<string, string[]> => {
  const values: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of new URLSearchParams(event.rawQueryString ?? '')) {
    (values[name.replace(/\[\]$/, '')] ??= []).push(value);
  }
  return values;
};

export const rawBody = (event: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

/** The JSON of a request; undefined without a body. Throws 415 and 400. */
export const jsonBody = (event: APIGatewayProxyEventV2): unknown => {
  // Some clients begin with a byte order mark, which RFC 8259 lets a reader ignore.
  const text = rawBody(event)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  if (text.trim() === '') return undefined;
  const contentType = event.headers['content-type'] ?? '';
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)) {
    throw new ApiError(415, 'unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.');
  }
  const body = parseJson(text);
  checkJson(body);
  return body;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiError(400, 'malformed_json', 'The body is not valid JSON.');
  }
};

const DEPTH_MAX = 64;

/**
 * Whatever walks a body later may recurse, and no body that means anything is nested like this. Half of a surrogate
 * pair (`\\ud800`) is no text: the table would refuse it. Throws 400.
 */
const checkJson = (body: unknown): void => {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) throw new ApiError(400, 'malformed_json', 'The body is nested too deeply.');
    if (level.some((value) => typeof value === 'string' && !value.isWellFormed())) {
      throw new ApiError(400, 'malformed_json', 'The body holds text that is not Unicode: half of a surrogate pair.');
    }
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null
        ? [...Object.keys(value), ...(Object.values(value) as unknown[])]
        : [],
    );
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Takes the `company` selector out of a body (service.md, Endpoints, Conventions 1). */
export const takeCompany = (route: Route, body: unknown): { company: unknown; input: unknown } => {
  const allowed = route.companyInBody ?? ['POST', 'PATCH'].includes(route.method);
  if (!allowed || !isObject(body) || !Object.hasOwn(body, 'company')) return { company: undefined, input: body };
  const { company, ...input } = body;
  return { company, input };
};

const isEmpty = (input: unknown): boolean =>
  input === undefined || (isObject(input) && Object.keys(input).length === 0);

/** The body by the route's schema. Throws 422 with every fault under its path. */
export const validBody = (route: Route, input: unknown): unknown => {
  if (!route.body) {
    if (isEmpty(input)) return undefined;
    if (!isObject(input)) throw invalidFields({ body: ['This request takes no body.'] });
    throw invalidFields(
      Object.fromEntries(Object.keys(input).map((name) => [name, ['This request takes no body fields.']])),
    );
  }
  if (route.bodyOptional && isEmpty(input)) return validate(route.body, {});
  return validate(route.body, input ?? {});
};

/** Parses with a schema; throws 422 with every fault. */
export const validate = <T extends z.ZodMiniType>(schema: T, input: unknown): z.output<T> => {
  const result = z.safeParse(schema, input, { reportInput: true });
  if (result.success) return result.data;
  throw invalidFields(fieldErrors(result.error.issues));
};

/** `limit`: whole number, out of range clamped to 1..100, anything else ignored. */
export const pageLimit = (text: string | undefined, otherwise: number): number => {
  if (text === undefined || !/^[+-]?\d+$/.test(text.trim())) return otherwise;
  return Math.min(100, Math.max(1, Number(text)));
};
