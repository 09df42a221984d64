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
import { KEY_MAX_LENGTH } from '../pipeline/sent-guid.ts';

/** Arguments that are not in the body, the path or the query of the route. */
export const COMPANY_ARGUMENT = 'company';
export const IF_MATCH = 'if_match';
export const IDEMPOTENCY_KEY = 'idempotency_key';
export const CONFIRM = 'confirm';

const control = {
  company: { type: 'string', description: 'Slug of the company to act for. Default: that of the key.' },
  if_match: { type: 'string', description: 'The `etag` that was read; rejected if it has changed since.' },
  idempotency_key: {
    type: 'string',
    minLength: 1,
    maxLength: KEY_MAX_LENGTH,
    description: 'A new text for each new action; the same one to repeat a call safely.',
  },
  confirm: {
    type: 'boolean',
    description: '`true` makes the change. Without it nothing changes, and the result is a preview.',
  },
  confirm_unneeded: { type: 'boolean', description: 'Not required: the change is made immediately.' },
} satisfies Record<string, JsonSchema>;

/** Whether a change requires `confirm: true`. */
export const isConfirmationRequired = ({ route, unconfirmed }: ToolRow): boolean =>
  Boolean(route.writes) && !unconfirmed;

/** The `company` argument fills the path parameter of the company. */
export const COMPANY_IN_PATH = 'company_id';

/** Path parameters that are arguments of the tool. */
export const pathArguments = (route: Route): string[] =>
  pathNames(route.path).filter((name) => name !== COMPANY_IN_PATH);

/** All arguments of a tool in one closed object: those of path, query and body, and the controls, such as `confirm`. */
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

/** A merge patch keeps null, because null restores a default. */
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

/** `company` is a separate argument; `limit` has no bounds, because it is clamped. */
const ofTools = ({ company: _company, limit, ...others }: Record<string, JsonSchema>): Record<string, JsonSchema> => {
  if (!limit) return others;
  const { minimum: _least, maximum: _most, ...unbounded } = limit;
  return { ...others, limit: unbounded };
};

const controlsOf = (row: ToolRow): Record<string, JsonSchema> => ({
  ...(row.ownCompanyOnly ? {} : { [COMPANY_ARGUMENT]: control.company }),
  ...(row.route.ifMatch ? { [IF_MATCH]: control.if_match } : {}),
  ...(row.route.writes
    ? {
        [IDEMPOTENCY_KEY]: control.idempotency_key,
        [CONFIRM]: isConfirmationRequired(row) ? control.confirm : control.confirm_unneeded,
      }
    : {}),
});

/** The schema of a route's successful response. Its replies may differ in optional members only. */
export const replyOf = (route: Route) => {
  const name = Object.values(route.replies).find((reply) => reply !== null);
  return name === undefined ? undefined : replies[name as keyof typeof replies];
};

/** The schema of an error. Clients that validate results must accept the error envelope as well. */
const REFUSAL: JsonSchema = { required: ['error'] };
/** The schema of a reply without content. */
const NOTHING: JsonSchema = { properties: {}, additionalProperties: false };

export const outputSchemaOf = ({ route }: ToolRow): JsonSchema => {
  const reply = replyOf(route);
  if (!reply) return { type: 'object', anyOf: [NOTHING, REFUSAL] };
  return { type: 'object', anyOf: [outline(jsonSchemaOf(reply, 'output')), REFUSAL] };
};
