import type { JsonSchema } from '../pipeline/json-schema.ts';
import { isObject } from '../platform/is-object.ts';

/**
 * Models read the descriptions of tools in every conversation, so they are short. An input schema is complete. A
 * response schema is cut at the depth at which its JSON still fits into this many characters; the reference has the
 * full schema.
 */
const OUTLINE_MAX_CHARACTERS = 900;
const DEPTH_MAX = 8;

type Json = Record<string, unknown>;

/** Keywords whose value is a list of schemas. */
const LISTED = ['anyOf', 'oneOf', 'allOf'] as const;

/** Returns the schema with `change` applied to its direct subschemas. */
const mapSchemas = (schema: Json, change: (schema: Json, name?: string) => Json): Json => {
  const each = (value: unknown, name?: string): unknown => (isObject(value) ? change(value, name) : value);
  const mapped: Json = { ...schema };
  for (const place of ['properties', '$defs']) {
    const named = schema[place];
    if (isObject(named)) {
      mapped[place] = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, each(value, name)]));
    }
  }
  for (const place of ['items', 'additionalProperties']) {
    if (isObject(schema[place])) mapped[place] = each(schema[place]);
  }
  for (const place of LISTED) {
    const schemas = schema[place];
    if (Array.isArray(schemas)) mapped[place] = schemas.map((value) => each(value));
  }
  return mapped;
};

/** Returns X of `anyOf: [X, null]`, or undefined for any other schema. */
const valueOfNullable = (schema: Json): Json | undefined => {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [value, empty] = anyOf as [unknown, unknown];
  const isEmpty = isObject(empty) && Object.keys(empty).length === 1 && empty['type'] === 'null';
  return isEmpty && isObject(value) ? value : undefined;
};

/**
 * A short schema of arguments that all clients support. Optional members do not allow null, because they can be omitted
 * (unless `keepNull`), and patterns implied by a format are removed.
 */
export const compactInput = (schema: JsonSchema, { keepNull = false } = {}): JsonSchema =>
  compactIn(schema, keepNull) as JsonSchema;

const compactIn = (schema: Json, keepNull: boolean): Json => {
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  const inner = mapSchemas(schema, (each, name) => {
    const optional = name !== undefined && !required.includes(name) && !keepNull;
    const value = optional ? valueOfNullable(each) : undefined;
    if (!value) return compactIn(each, keepNull);
    const { anyOf: _both, ...others } = each;
    return compactIn({ ...value, ...others }, keepNull);
  });
  if (inner['format']) delete inner['pattern'];
  return inner;
};

/** A response schema that is longer, even at a depth of one, lists only its first members. */
const MEMBERS_MAX_CHARACTERS = 1500;

/**
 * Cuts the schema at the greatest depth at which its JSON has at most `maximum` characters, but never above its
 * top-level members. A schema with too many members is returned with the first ones that fit.
 */
export const outline = (schema: JsonSchema, maximum = OUTLINE_MAX_CHARACTERS): JsonSchema => {
  const short = bare(schema);
  for (let depth = DEPTH_MAX; depth > 1; depth--) {
    const cut = upTo(short, depth);
    if (JSON.stringify(cut).length <= maximum) return cut;
  }
  const flat = upTo(short, 1);
  return JSON.stringify(flat).length <= MEMBERS_MAX_CHARACTERS ? flat : firstMembers(flat, maximum);
};

/** The schema with as many of its members as fit. Further members are allowed, so responses stay valid. */
const firstMembers = (schema: Json, maximum: number): Json => {
  const { properties, required, ...others } = schema;
  if (!isObject(properties)) return schema;
  const isRequired = new Set(Array.isArray(required) ? (required as string[]) : []);
  const withFirst = (count: number): Json => {
    const kept = Object.entries(properties).slice(0, count);
    const names = kept.map(([name]) => name).filter((name) => isRequired.has(name));
    const { additionalProperties: _closed, ...open } = others;
    return { ...open, properties: Object.fromEntries(kept), required: names };
  };
  let count = Object.keys(properties).length;
  while (count > 1 && JSON.stringify(withFirst(count)).length > maximum) count--;
  return withFirst(count);
};

/** Keywords that response schemas of tools omit. The reference contains them. */
const DETAILS = new Set([
  'description',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'examples',
]);

const bare = (schema: Json): Json => {
  const kept = Object.entries(schema).filter(([name]) => !DETAILS.has(name));
  return nullableByType(mapSchemas(Object.fromEntries(kept), bare));
};

/** Writes `anyOf: [X, null]` as one schema if X has a type and no enum or constant. */
const nullableByType = (schema: Json): Json => {
  const value = valueOfNullable(schema);
  if (!value || typeof value['type'] !== 'string' || 'enum' in value || 'const' in value) return schema;
  return { ...value, type: [value['type'], 'null'] };
};

const isNested = (schema: Json): boolean =>
  'properties' in schema || 'items' in schema || LISTED.some((name) => name in schema);

/** Cuts a schema at a depth. Deeper schemas have only a type. */
const upTo = (schema: Json, depth: number): Json => {
  if (!isNested(schema)) return schema;
  if (depth === 0) return typeOf(schema);
  const cut = mapSchemas(schema, (each, name) =>
    upTo(each, name === undefined && !('items' in schema) ? depth : depth - 1),
  );
  return depth === 1 ? mergeForms(cut) : cut;
};

/** The type of a schema, or the type that all its alternatives have. */
const typeOf = (schema: Json): Json => {
  if ('type' in schema) return { type: schema['type'] };
  const kinds = LISTED.flatMap((name) => (Array.isArray(schema[name]) ? (schema[name] as Json[]) : []));
  const types = new Set(kinds.map((kind) => kind['type']));
  return types.size === 1 && typeof kinds[0]?.['type'] === 'string' ? { type: kinds[0]['type'] } : {};
};

/** Merges alternative object schemas into one with the members that they all have. */
const mergeForms = (schema: Json): Json => {
  const { oneOf, anyOf } = schema;
  const all = oneOf ?? anyOf;
  if (!Array.isArray(all) || !all.every((each) => isObject(each) && isObject(each['properties']))) return schema;
  const kinds = all as (Json & { properties: Json; required?: string[] })[];
  const [first, ...others] = kinds;
  const shared = Object.keys(first?.properties ?? {}).filter((name) => others.every((kind) => name in kind.properties));
  const properties = shared.map((name) => [name, sharedSchema(kinds.map((kind) => kind.properties[name] as Json))]);
  const required = shared.filter((name) => kinds.every((kind) => kind.required?.includes(name)));
  return { type: 'object', properties: Object.fromEntries(properties), required };
};

const sharedSchema = (schemas: readonly Json[]): Json => {
  const [first = {}] = schemas;
  if (schemas.every((each) => JSON.stringify(each) === JSON.stringify(first))) return first;
  const constants = schemas.map((each) => each['const']);
  return constants.every((each) => each !== undefined) ? { enum: [...new Set(constants)] } : typeOf(first);
};
