import * as z from 'zod/mini';
import { invalidFields, ApiError, type FieldErrors } from '../platform/errors.ts';
import { headerBytes } from '../platform/header-text.ts';
import { jsonSchemaOf, pathNames, type JsonSchema } from '../pipeline/json-schema.ts';
import {
  COMPANY_ARGUMENT,
  COMPANY_IN_PATH,
  CONFIRM,
  IDEMPOTENCY_KEY,
  IF_MATCH,
  inputSchemaOf,
  pathArguments,
} from './schemas.ts';
import type { ToolRow } from './tool-row.ts';

export type Arguments = Record<string, unknown>;

/** The parts of the HTTP request that corresponds to a tool call. */
export interface RequestParts {
  pathParameters: Record<string, string>;
  rawQueryString: string;
  headers: Record<string, string>;
  body: string | undefined;
}

interface ParsedArguments {
  parts: RequestParts;
  confirmed: boolean;
}

/**
 * Converts the arguments of a tool to the request of its route. Throws 422 for an argument that is unknown or cannot be
 * sent in a request, and for a write without an idempotency key. The route checks everything else.
 */
export const parseArguments = (row: ToolRow, args: Arguments, ownCompany: string): ParsedArguments => {
  const { route } = row;
  const faults = argumentFaults(row, args);
  if (Object.keys(faults).length > 0) throw refusal(faults);
  const { [COMPANY_ARGUMENT]: company, [IDEMPOTENCY_KEY]: key, [IF_MATCH]: ifMatch, [CONFIRM]: confirm } = args;
  const path = Object.fromEntries(pathNames(route.path).map((name) => [name, textOf(args[name])]));
  if (COMPANY_IN_PATH in path) path[COMPANY_IN_PATH] = textOf(company ?? ownCompany);
  const body = bodyOf(row, args);
  return {
    confirmed: confirm === true,
    parts: {
      pathParameters: path,
      rawQueryString: queryOf(row, args).toString(),
      headers: {
        ...(key === undefined ? {} : { 'idempotency-key': headerBytes(textOf(key)) }),
        ...(ifMatch === undefined ? {} : { 'if-match': textOf(ifMatch) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    },
  };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const queryNames = ({ route }: ToolRow): string[] =>
  route.query ? Object.keys(jsonSchemaOf(route.query, 'input').properties ?? {}) : [];

const CONTROLS: readonly string[] = [COMPANY_ARGUMENT, IDEMPOTENCY_KEY, IF_MATCH, CONFIRM];

/**
 * The arguments that are neither controls nor part of the path or the query. Undefined if there are none and no body is
 * required.
 */
const bodyOf = (row: ToolRow, args: Arguments): Arguments | undefined => {
  const elsewhere = new Set([...CONTROLS, ...pathArguments(row.route), ...queryNames(row)]);
  const bodyArguments = Object.entries(args).filter(([name]) => !elsewhere.has(name));
  const expected = row.route.body && !row.route.bodyOptional;
  return expected || bodyArguments.length > 0 ? Object.fromEntries(bodyArguments) : undefined;
};

const queryOf = (row: ToolRow, args: Arguments): URLSearchParams => {
  const query = new URLSearchParams(row.defaults);
  for (const name of queryNames(row)) {
    const value = args[name] as string | number | boolean | undefined;
    if (value !== undefined && name !== COMPANY_ARGUMENT) query.set(name, String(value));
  }
  if (args[COMPANY_ARGUMENT] !== undefined && !row.ownCompanyOnly)
    query.set(COMPANY_ARGUMENT, textOf(args[COMPANY_ARGUMENT]));
  return query;
};

const text = z.string().check(z.minLength(1));

const REQUIRED = 'This field is required.';

const isA = (schema: z.ZodMiniType, value: unknown): boolean => z.safeParse(schema, value).success;

/**
 * Returns why a value does not match the schema of its argument. The route checks the content of strings and the upper
 * bounds of numbers.
 */
const typeFault = ({ type, minimum = -Infinity }: JsonSchema, value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'This must be true or false.';
  if (type !== 'integer') return typeof value === 'string' ? undefined : 'This must be a text.';
  if (!Number.isSafeInteger(value)) return 'This must be a whole number.';
  return (value as number) < minimum ? `This must be at least ${minimum}.` : undefined;
};

/** Control characters except tab. They are invalid in headers (RFC 9110). */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is meant
const NOT_IN_HEADERS = /[\u0000-\u0008\u000A-\u001F\u007F]/;

const argumentFaults = (row: ToolRow, args: Arguments): FieldErrors => {
  const { route } = row;
  const faults: FieldErrors = Object.create(null) as FieldErrors;
  const addFault = (name: string, message: string): void => void (faults[name] ??= []).push(message);
  const known = inputSchemaOf(row).properties ?? {};
  for (const name of Object.keys(args)) {
    // The body's schema reports unknown members with their full path.
    if (!Object.hasOwn(known, name) && (!route.body || CONTROLS.includes(name)))
      addFault(name, 'This argument is not known here.');
  }
  for (const name of pathArguments(route)) {
    if (args[name] === undefined) addFault(name, REQUIRED);
    else if (!isA(text, args[name])) addFault(name, 'This must be a text that is not empty.');
  }
  for (const name of new Set([...queryNames(row), ...CONTROLS])) {
    const fault = Object.hasOwn(known, name) ? typeFault(known[name] as JsonSchema, args[name]) : undefined;
    if (fault) addFault(name, fault);
  }
  const key = args[IDEMPOTENCY_KEY] ?? '';
  if (route.writes && typeof key === 'string' && key.trim() === '') addFault(IDEMPOTENCY_KEY, REQUIRED);
  if (typeof key === 'string' && NOT_IN_HEADERS.test(key))
    addFault(IDEMPOTENCY_KEY, 'A key has no control characters.');
  return faults;
};

/** If only the idempotency key is missing, the error has the code of the missing header. */
const refusal = (faults: FieldErrors): ApiError => {
  const names = Object.keys(faults);
  if (names.length !== 1 || faults[IDEMPOTENCY_KEY]?.[0] !== REQUIRED) return invalidFields(faults);
  const message = 'Send an idempotency_key with this call: a new text for each new action.';
  return new ApiError(422, 'idempotency_key_required', message, { fields: faults });
};
