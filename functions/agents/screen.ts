import * as z from 'zod/mini';
import { ApiError } from '../platform/errors.ts';
import { lazy } from '../platform/lazy.ts';
import { validate } from '../pipeline/parse.ts';

/**
 * Schemas of parameters, checked before the library handles a request. Otherwise the library would report invalid
 * parameters as an internal error, would accept the names of inherited object members as tools, and would accept
 * cursors that it never issued.
 */
const PARAMS = lazy((): Readonly<Record<string, z.ZodMiniType>> => {
  const text = z.string();
  const object = z.record(z.string(), z.unknown());
  return {
    initialize: z.object({
      protocolVersion: text,
      capabilities: object,
      clientInfo: z.object({ name: text, version: text }),
    }),
    'tools/call': z.object({ name: text, arguments: z.optional(object) }),
    'prompts/get': z.object({ name: text, arguments: z.optional(z.record(z.string(), text)) }),
    'resources/read': z.object({ uri: text }),
  };
});

const LISTS: ReadonlySet<string> = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

type Params = Readonly<Record<string, unknown>>;

/** Returns the fault of a request's parameters as the text of a -32602 error, or undefined if they are valid. */
export const paramsFault = (method: string, params: Params): string | undefined => {
  if (LISTS.has(method)) {
    return params['cursor'] === undefined ? undefined : 'Invalid cursor: the list has one page, so there is none.';
  }
  const schema = Object.hasOwn(PARAMS(), method) ? PARAMS()[method] : undefined;
  if (!schema) return undefined;
  try {
    validate(schema, params);
  } catch (error) {
    if (error instanceof ApiError) return `Invalid params: ${error.message}`;
    throw error;
  }
  return inheritedFault(method, String(params['name']));
};

/** Rejects a name that every object inherits, such as `constructor`. */
const inheritedFault = (method: string, name: string): string | undefined => {
  if (!(name in Object.prototype)) return undefined;
  if (method === 'tools/call') return `Tool ${name} not found`;
  return method === 'prompts/get' ? `Prompt ${name} not found` : undefined;
};
