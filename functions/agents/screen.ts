import * as z from 'zod/mini';
import { ApiError } from '../platform/errors.ts';
import { lazy } from '../platform/lazy.ts';
import { validate } from '../pipeline/parse.ts';

/**
 * Rejects requests before the library sees them: parameters that it would report as an internal error, names inherited
 * by every object that it would mistake for tools, and invented cursors.
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

/** Faults of the parameters of a request, in the words of -32602; undefined for none. */
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

/** A name inherited by every object. */
const inheritedFault = (method: string, name: string): string | undefined => {
  if (!(name in Object.prototype)) return undefined;
  if (method === 'tools/call') return `Tool ${name} not found`;
  return method === 'prompts/get' ? `Prompt ${name} not found` : undefined;
};
