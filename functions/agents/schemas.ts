import type { Route } from '../pipeline/route.ts';
import {
  jsonSchemaOf,
  pathDescription,
  pathNames,
  queryParametersOf,
  type JsonSchema,
} from '../pipeline/json-schema.ts';
import { replies } from '../replies.ts';
import { compactInput, outline } from './outline.ts';
import type { ToolRow } from './tool-row.ts';

/** Arguments that are no member of a body, of a path or of a query. */
export const COMPANY = 'company';
export const IF_MATCH = 'if_match';
export const IDEMPOTENCY_KEY = 'idempotency_key';
export const CONFIRM = 'confirm';

const KEY_MAX_LENGTH = 255;

const control = {
  company: { type: 'string', description: 'Slug of the company to act for. Default: the key’s own.' },
  if_match: { type: 'string', description: 'The `etag` that was read; refused when it has changed since.' },
  idempotency_key: {
    type: 'string',
    minLength: 1,
    maxLength: KEY_MAX_LENGTH,
    description: 'A new text for each new action; the same one to repeat a call safely.',
  },
  confirm: {
    type: 'boolean',
    description: 'true carries it out. Without it nothing changes, and the result previews what would happen.',
  },
  confirm_unneeded: { type: 'boolean', description: 'Not needed: it is carried out at once.' },
} satisfies Record<string, JsonSchema>;

/** Whether a change waits for `confirm: true`. */
export const needsConfirmation = ({ route, unconfirmed }: ToolRow): boolean => Boolean(route.writes) && !unconfirmed;

/** The part of a path that names the company is filled by the argument of that name. */
export const COMPANY_IN_PATH = 'company_id';

/** Parameters of a route's path that are arguments of its tool. */
export const pathArguments = (route: Route): string[] =>
  pathNames(route.path).filter((name) => name !== COMPANY_IN_PATH);

/** All arguments of a tool in one closed object: those of the path, of the query, of the body, and its own. */
export const inputSchemaOf = (row: ToolRow): JsonSchema => {
  const { route } = row;
  const path = pathArguments(route);
  const query = queryParametersOf(route.query);
  const body = route.body ? bodyOf(route.body, route.method) : {};
  const properties = {
    ...Object.fromEntries(path.map((name) => [name, pathSchema(route.path, name)])),
    ...withDefaults(ofTools(query.properties), row.defaults),
    ...body.properties,
    ...controlsOf(row),
  };
  const required = [
    ...path,
    ...query.required,
    ...(body.required ?? []),
    ...(route.ifMatch === 'required' ? [IF_MATCH] : []),
    ...(route.writes ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(body.$defs ? { $defs: body.$defs } : {}),
  };
};

/** Where null means a value of its own, it stays: a change puts back to the default what it names with null. */
const bodyOf = (body: NonNullable<Route['body']>, method: Route['method']): JsonSchema =>
  compactInput(jsonSchemaOf(body, 'input'), { keepNull: method === 'PATCH' });

const pathSchema = (path: string, name: string): JsonSchema => {
  const description = pathDescription(path, name);
  return { type: 'string', minLength: 1, ...(description ? { description } : {}) };
};

const withDefaults = (properties: Record<string, JsonSchema>, defaults: ToolRow['defaults'] = {}) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const value = defaults[name];
      if (value === undefined) return [name, schema];
      return [name, { ...schema, default: schema.type === 'integer' ? Number(value) : value }];
    }),
  );

/** `company` is an argument of its own; `limit` has no bounds, because one beyond them counts as the nearest. */
const ofTools = ({ company: _company, limit, ...others }: Record<string, JsonSchema>): Record<string, JsonSchema> => {
  if (!limit) return others;
  const { minimum: _least, maximum: _most, ...unbounded } = limit;
  return { ...others, limit: unbounded };
};

const controlsOf = (row: ToolRow): Record<string, JsonSchema> => ({
  ...(row.ownCompanyOnly ? {} : { [COMPANY]: control.company }),
  ...(row.route.ifMatch ? { [IF_MATCH]: control.if_match } : {}),
  ...(row.route.writes
    ? {
        [IDEMPOTENCY_KEY]: control.idempotency_key,
        [CONFIRM]: needsConfirmation(row) ? control.confirm : control.confirm_unneeded,
      }
    : {}),
});

/** The shape of a route's successful answer. Its replies may differ in what they leave out, never in what they mean. */
export const replyOf = (route: Route) => {
  const name = Object.values(route.replies).find((reply) => reply !== null);
  return name === undefined ? undefined : replies[name as keyof typeof replies];
};

/** A refusal has the error envelope instead; clients that check results against the schema must let it pass. */
const REFUSAL: JsonSchema = { required: ['error'] };
/** What is deleted has no shape. */
const NOTHING: JsonSchema = { properties: {}, additionalProperties: false };

export const outputSchemaOf = ({ route }: ToolRow): JsonSchema => {
  const reply = replyOf(route);
  if (!reply) return { type: 'object', anyOf: [NOTHING, REFUSAL] };
  return { type: 'object', anyOf: [outline(jsonSchemaOf(reply, 'output')), REFUSAL] };
};
