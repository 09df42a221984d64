import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { isRevalidated, type Route } from '../../../pipeline/route.ts';
import { FILTERS, PATHS, QUERIES } from './glossary/parameters.ts';
import {
  jsonSchemaOf,
  type JsonSchema,
  pathDescription,
  pathNames,
  queryParametersOf,
} from '../../../pipeline/json-schema.ts';
import { ENTRY_BODIES } from './entry-bodies.ts';

type Parameters = NonNullable<ZodOpenApiOperationObject['parameters']>;
type Schema = Extract<Parameters[number], { schema?: unknown }>['schema'];

const isSelectable = ({ acting }: Route): boolean => acting === undefined || acting === 'selectable';

const takesKey = ({ idempotency }: Route): boolean => idempotency === 'optional-key' || idempotency === 'request-guid';

/** Path, query and header parameters of a route. */
export const parametersOf = (route: Route): Parameters => [
  ...pathParameters(route),
  ...queryParameters(route),
  ...(route.access === 'api-key' && isSelectable(route) ? [{ $ref: '#/components/parameters/Company' }] : []),
  ...(route.idempotency === 'key' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ...(takesKey(route) ? [{ $ref: '#/components/parameters/OptionalIdempotencyKey' }] : []),
  ...(route.ifMatch === 'required' ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ...(isRevalidated(route) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ...(route.ifMatch === 'optional' ? [{ $ref: '#/components/parameters/OptionalIfMatch' }] : []),
  ...(route.idempotency === 'request-guid' ? [{ $ref: '#/components/parameters/RequestGuid' }] : []),
];

const pathParameters = (route: Route): Parameters =>
  pathNames(route.path).map((name) => {
    const ownDescription = route.access === 'api-key' ? pathDescription(route.path, name) : undefined;
    const description = ownDescription ?? PATHS[name];
    return {
      name,
      in: 'path' as const,
      required: true,
      ...(description ? { description } : {}),
      schema: { type: 'string' as const },
    };
  });

const queryParameters = (route: Route): Parameters => {
  const { properties, required } = queryParametersOf(route.query);
  return Object.entries(properties)
    .filter(([name]) => name !== 'company' || !isSelectable(route))
    .map(([name, { description = QUERIES[name], ...schema }]) => ({
      name,
      in: 'query' as const,
      ...(description ? { description } : {}),
      ...(required.includes(name) ? { required: true } : {}),
      schema: schema as Schema,
      ...FILTERS[route.name]?.[name],
    }));
};

/** The body of a route as JSON schema, with the `company` selector if the body may contain it. */
export const bodySchema = (route: Route): Schema | undefined => {
  if (!route.body) return undefined;
  const schema = ENTRY_BODIES[route.name]?.() ?? jsonSchemaOf(route.body, 'input');
  if (route.access === 'v1') return withUnknownFields(schema) as Schema;
  const selectable = route.access === 'api-key' && isSelectable(route);
  const inBody = route.companyInBody ?? ['POST', 'PATCH'].includes(route.method);
  return (selectable && inBody ? withCompany(schema) : schema) as Schema;
};

/** Forms of v1 may have other fields, which are ignored (lib/reference/v1.md#forms). */
const withUnknownFields = ({ additionalProperties: _closed, ...schema }: JsonSchema): JsonSchema => schema;

const withCompany = (schema: JsonSchema): JsonSchema => {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(withCompany) };
  if (!schema.properties) return schema;
  const company = {
    type: 'string' as const,
    description: 'The acting company, as in the query, which takes precedence.',
  };
  return { ...schema, properties: { ...schema.properties, company } };
};
