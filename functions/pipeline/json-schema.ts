import * as z from 'zod/mini';
import { asLength } from '../platform/length-between.ts';
import { keepPortablePatterns } from './published-pattern.ts';

/** The part of JSON Schema 2020-12 that the descriptions use. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A schema as JSON Schema, for senders (`input`) or receivers (`output`). */
export const jsonSchemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const {
    $schema: _dialect,
    '~standard': _standard,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  }) as JsonSchema & { '~standard'?: unknown };
  return json;
};

const simplify = (json: JsonSchema): void => {
  keepPortablePatterns(json);
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  asLength(json);
};

/**
 * Descriptions of path parameters by name. `{id}`, and names with several meanings, are listed with the preceding
 * segment.
 */
const KNOWN_PATH: Readonly<Record<string, string>> = {
  order_id: 'Id of an order: `po_…`, or `ord_…` for directly issued items.',
  product_id: 'Id of a product, such as `gift_card_value` or `gcv_12`.',
  code: 'Code of an item, as printed on the card.',
  endpoint_id: 'Id of a webhook endpoint: `wh_…`.',
  delivery_id: 'Id of a webhook delivery: `whd_…`.',
  draft_id: 'Id of a draft: `opd_…`.',
  revision_id: 'Id of a revision: `opr_…`.',
  'pdf-templates/{id}': 'Id of a template: `pdft_…`.',
  'campaigns/{id}': 'Number of a campaign.',
  'code-batches/{id}': 'Id of a batch of codes: `cb_…`.',
  'discount-codes/{code}': 'A discount code, in upper or lower case.',
};

/** Description of a path parameter; undefined where the name is sufficient. */
export const pathDescription = (path: string, name: string): string | undefined => {
  const segments = path.split('/');
  const before = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
  return KNOWN_PATH[`${before}/{${name}}`] ?? KNOWN_PATH[name];
};

const day = { schema: { type: 'string' } as JsonSchema, description: 'Day, YYYY-MM-DD, inclusive.' };
const flag = { schema: { type: 'boolean' } as JsonSchema };

/** Descriptions of query parameters that have the same meaning everywhere, and their JSON types. */
const KNOWN_QUERY: Readonly<Record<string, { description?: string; schema?: JsonSchema }>> = {
  limit: {
    description:
      'Maximum number of entries to return, 1 to 100. A value outside this range counts as its nearest bound.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  },
  starting_after: { description: 'The `next_cursor` of the previous page, unchanged.' },
  offset: { description: 'Number of entries to skip.', schema: { type: 'integer', minimum: 0, default: 0 } },
  date_from: day,
  date_to: day,
  only_claimable: flag,
  online: flag,
  private: flag,
};

/** The query parameters of a route as JSON Schema, by name, and the names of the required ones. */
export const queryParametersOf = (
  query: z.ZodMiniType | undefined,
): { properties: Record<string, JsonSchema>; required: string[] } => {
  if (!query) return { properties: {}, required: [] };
  const { properties = {}, required = [] } = jsonSchemaOf(query, 'input');
  const described = Object.entries(properties).map(([name, property]): [string, JsonSchema] => {
    const { description = KNOWN_QUERY[name]?.description, ...schema } = property as JsonSchema;
    return [name, { ...(KNOWN_QUERY[name]?.schema ?? schema), ...(description ? { description } : {}) }];
  });
  return { properties: Object.fromEntries(described), required: [...required] };
};

/** Names of the parameters in a path. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = '']) => name);
