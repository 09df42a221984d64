import { isObject } from '../../../../platform/is-object.ts';

/** A node of an OpenAPI document. */
export type Node = Record<string, unknown>;

/** Members that contain data instead of schemas. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const']);

const isNamed = (name: string, inProperties: boolean): boolean => inProperties || !DATA.has(name);

/**
 * Visits every node of a document except sample data. Members of an object are visited even if they are named like
 * keywords.
 */
export const visit = (value: unknown, see: (node: Node) => void, inProperties = false): void => {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, see);
    return;
  }
  if (!isObject(value)) return;
  if (!inProperties) see(value);
  for (const [name, member] of Object.entries(value)) {
    if (isNamed(name, inProperties)) visit(member, see, name === 'properties' && !inProperties);
  }
};

/** Returns a copy of the document. A node is replaced by the result of `put`, and kept if that is undefined. */
export const replaceParts = (value: unknown, put: (node: Node) => unknown, inProperties = false): unknown => {
  if (Array.isArray(value)) return value.map((each) => replaceParts(each, put));
  if (!isObject(value)) return value;
  const other = inProperties ? undefined : put(value);
  if (other !== undefined) return other;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isNamed(name, inProperties) ? replaceParts(member, put, name === 'properties' && !inProperties) : member,
    ]),
  );
};

export const schemaRef = (name: string): Node => ({ $ref: `#/components/schemas/${name}` });

/** The name of the schema in a reference. */
export const refName = (node: unknown): string | undefined =>
  isObject(node) && typeof node['$ref'] === 'string' ? node['$ref'].split('/').at(-1) : undefined;

/** A document that can be refined. */
export interface Refinable {
  paths?: Record<string, Record<string, Node>>;
  webhooks?: unknown;
  components: Node & { schemas: Record<string, Node> };
}
