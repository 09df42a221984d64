/** The part of an OpenAPI schema from which types are generated. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

const literal = (value: unknown): string => JSON.stringify(value);
const property = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
const joinTypes = (types: readonly string[], operator: string): string => [...new Set(types)].join(` ${operator} `);

const docComment = (description: string | undefined): string =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`;

const objectType = ({ properties = {}, required = [], additionalProperties }: Schema): string => {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${docComment(schema.description)}${property(name)}${required.includes(name) ? '' : '?'}: ${typeTextOf(schema)};`,
  );
  if (members.length > 0) return `{\n${members.join('\n')}\n}`;
  const valueType = typeof additionalProperties === 'object' ? typeTextOf(additionalProperties) : 'unknown';
  return `Record<string, ${valueType}>`;
};

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'Integer',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A schema as a TypeScript type. */
export const typeTextOf = (schema: Schema): string => {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return joinTypes(schema.enum.map(literal), '|');
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return joinTypes(options.map(typeTextOf), '|');
  if (schema.allOf) return joinTypes(schema.allOf.map(typeTextOf), '&');
  const types = [schema.type ?? []].flat();
  if (types.length > 1)
    return joinTypes(
      types.map((type) => typeTextOf({ ...schema, type })),
      '|',
    );
  const [type] = types;
  if (type === 'array') {
    const inner = typeTextOf(schema.items ?? {});
    return /[|&]/.test(inner) ? `(${inner})[]` : `${inner}[]`;
  }
  if (type === 'object' || schema.properties) return objectType(schema);
  return PRIMITIVES[type ?? ''] ?? 'unknown';
};

/** A declaration of a named schema. */
export const declarationOf = (name: string, schema: Schema): string => {
  const type = typeTextOf(schema);
  const head = docComment(schema.description);
  const isObject = schema.properties !== undefined && !schema.anyOf && !schema.oneOf && !schema.allOf;
  return isObject ? `${head}export interface ${name} ${type}\n` : `${head}export type ${name} = ${type};\n`;
};
