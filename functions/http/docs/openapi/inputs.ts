import * as z from 'zod/mini';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Route } from '../../../platform/route.ts';

type Parameters = NonNullable<ZodOpenApiOperationObject['parameters']>;
type JsonSchema = z.core.JSONSchema.BaseSchema;
type Schema = Extract<Parameters[number], { schema?: unknown }>['schema'];

const toJsonSchema = (schema: z.ZodMiniType): JsonSchema => {
  const {
    $schema: _dialect,
    '~standard': _standard,
    ...json
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema & { '~standard'?: unknown };
  return json;
};

/** What query parameters of one name mean everywhere. The wire carries texts; this says what they spell. */
const KNOWN_QUERY: Record<string, { description: string; schema?: JsonSchema }> = {
  limit: {
    description: 'Most entries of a page. Out of range counts as the nearest bound.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  },
  starting_after: { description: 'The `next_cursor` of the page before, unchanged.' },
  offset: { description: 'Entries to pass over.', schema: { type: 'integer', minimum: 0, default: 0 } },
};

const isSelectable = ({ acting }: Route): boolean => acting === undefined || acting === 'selectable';

/** Path, query and header parameters of a route. */
export const parametersOf = (route: Route): Parameters => [
  ...pathParameters(route),
  ...queryParameters(route),
  ...(route.access === 'api-key' && isSelectable(route) ? [{ $ref: '#/components/parameters/Company' }] : []),
  ...(route.idempotency === 'key' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ...(route.ifMatch === 'required' ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ...(route.ifMatch === 'optional' ? [{ $ref: '#/components/parameters/OptionalIfMatch' }] : []),
  ...(route.idempotency === 'request-guid' ? [{ $ref: '#/components/parameters/RequestGuid' }] : []),
];

const pathParameters = (route: Route): Parameters =>
  [...route.path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' as const },
  }));

const queryParameters = (route: Route): Parameters => {
  if (!route.query) return [];
  const { properties = {}, required = [] } = toJsonSchema(route.query);
  return Object.entries(properties)
    .filter(([name]) => name !== 'company' || !isSelectable(route))
    .map(([name, property]) => {
      const known = KNOWN_QUERY[name];
      const { description = known?.description, ...schema } = property as JsonSchema;
      return {
        name,
        in: 'query' as const,
        ...(description ? { description } : {}),
        ...(required.includes(name) ? { required: true } : {}),
        schema: (known?.schema ?? schema) as Schema,
      };
    });
};

/** The body of a route as JSON schema, with the `company` selector where it may stand in the body. */
export const bodySchema = (route: Route): Schema | undefined => {
  if (!route.body) return undefined;
  const schema = toJsonSchema(route.body);
  const selectable = route.access === 'api-key' && isSelectable(route);
  const inBody = route.companyInBody ?? ['POST', 'PATCH'].includes(route.method);
  if (!selectable || !inBody || !schema.properties) return schema as Schema;
  const company = { type: 'string', description: 'The acting company, as in the query; the query wins.' };
  return { ...schema, properties: { ...schema.properties, company } } as Schema;
};
