import { typeTextOf, type Schema } from './types.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

interface Operation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** An operation as a method of the client. */
export interface ClientMethod {
  name: string;
  /** Descriptor for the runtime: `METHOD /path flags`. */
  call: string;
  declaration: string;
}

const toCamelCase = (id: string): string => id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The agent server has its own protocol and clients. */
const EXCLUDED = new Set(['agent']);

export const clientMethodsOf = (document: Document): ClientMethod[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !EXCLUDED.has(operationId))
      .map(([method, operation]) => methodOf(document, { path, method: method.toUpperCase(), operation })),
  );

/**
 * Whether the client must send an idempotency key. Without it, the request is rejected or a retry is executed a second
 * time.
 */
const isKey = ({ name, required }: Parameter): boolean =>
  (name === 'Idempotency-Key' && required === true) || name === 'X-Request-Guid';

const methodOf = (
  document: Document,
  { path, method, operation }: { path: string; method: string; operation: Operation },
): ClientMethod => {
  const parameters = (operation.parameters ?? []).map((each) =>
    each.$ref ? (document.components.parameters[each.$ref.split('/').at(-1) ?? ''] ?? each) : each,
  );
  const isKeyed = parameters.some(isKey);
  const entry = entryOf(document, operation);
  const name = toCamelCase(operation.operationId);
  const reply = entry ? `Listing<${entry}>` : `Promise<${resultTypeOf(operation)}>`;
  return {
    name,
    call: [method, path, `${isKeyed ? 'k' : ''}${entry ? 'l' : ''}`].join(' ').trim(),
    declaration: `/** ${operation.summary}. */\n${name}(${inputOf(parameters, operation)}, options?: CallOptions): ${reply};`,
  };
};

const contentOf = ({ responses }: Operation): Content | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;

const jsonSchemaOf = (content: Content = {}): Schema | undefined =>
  Object.entries(content).find(([type]) => type.includes('json'))?.[1].schema;

const resultTypeOf = (operation: Operation): string => {
  const content = contentOf(operation);
  if (!content) return 'void';
  const schema = jsonSchemaOf(content);
  return schema ? typeTextOf(schema) : 'Uint8Array<ArrayBuffer>';
};

/** Type of the entries of a paged list; undefined for other replies. */
const entryOf = (document: Document, operation: Operation): string | undefined => {
  const schema = jsonSchemaOf(contentOf(operation));
  const name = schema?.$ref?.split('/').at(-1);
  const { properties = {} } = (name === undefined ? schema : document.components.schemas[name]) ?? {};
  const hasCursor = operation.parameters?.some((each) => each.name === 'starting_after') ?? false;
  if (!hasCursor || !('has_more' in properties) || 'balance' in properties) return undefined;
  return typeTextOf(properties['data']?.items ?? {});
};

const inputOf = (parameters: readonly Parameter[], operation: Operation): string => {
  const members = parameters
    .filter((each) => each.in === 'path' || each.in === 'query')
    .map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${queryType(schema)};`);
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (type !== undefined) {
    const body = type.includes('json') ? typeTextOf(media?.schema ?? {}) : 'Uint8Array';
    members.push(`body${operation.requestBody?.required ? '' : '?'}: ${body};`);
  }
  const isOptional = members.every((member) => /^\w+\?:/.test(member));
  return `input${isOptional ? '?' : ''}: { ${members.join(' ')} }`;
};

/** A repeatable parameter may also be a single value. */
const queryType = (schema: Schema): string => {
  if (schema.type !== 'array') return typeTextOf(schema);
  const [listed] = schema.items?.anyOf ?? [];
  const itemType = typeTextOf(listed ?? schema.items ?? {});
  return `${itemType} | (${itemType})[]`;
};
