import { refName, visit, type Node } from './tree.ts';
import { isObject } from '../../../../platform/is-object.ts';

/** Members that may be discriminators, in order of preference. */
const DISCRIMINATORS = ['type', 'object', 'status'];

const constantOf = (schema: Node | undefined, member: string): unknown =>
  (schema?.['properties'] as Record<string, Node> | undefined)?.[member]?.['const'];

/** Adds a discriminator to every union of named schemas in which one of these members has a different value in each. */
export const addDiscriminators = (document: { components: { schemas: Record<string, Node> } }): void =>
  visit(document, (node) => {
    const variants = node['anyOf'] ?? node['oneOf'];
    if (!Array.isArray(variants) || variants.length < 2) return;
    const names = variants.map(refName);
    if (names.some((name) => name === undefined)) return;
    const forms = names.map((name) => document.components.schemas[name ?? '']);
    const propertyName = DISCRIMINATORS.find((member) => {
      const values = forms.map((form) => constantOf(form, member));
      return values.every((value) => typeof value === 'string') && new Set(values).size === values.length;
    });
    if (propertyName === undefined) return;
    delete node['anyOf'];
    node['oneOf'] = variants;
    node['discriminator'] = {
      propertyName,
      mapping: Object.fromEntries(
        forms.map((form, at) => [String(constantOf(form, propertyName)), `#/components/schemas/${names[at]}`]),
      ),
    };
  });

/** The schema name of an event type: `OrderFulfilledEvent` for `order.fulfilled`. */
export const eventSchemaName = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;

/** Creates a schema for each event type from the union of event schemas. */
export const splitEvents = (schemas: Record<string, Node>, types: readonly string[]): void => {
  const union = schemas['WebhookEvent'];
  const variants = (union?.['anyOf'] ?? union?.['oneOf']) as Node[] | undefined;
  if (!union || !variants) return;
  for (const type of types) {
    const form = variants.find((variant) => allows((variant['properties'] as Record<string, Node>)['type'], type));
    if (!form) continue;
    const properties = form['properties'] as Record<string, Node>;
    const typeMember = { type: 'string', const: type, description: properties['type']?.['description'] };
    schemas[eventSchemaName(type)] = { ...form, properties: { ...properties, type: typeMember } };
  }
  schemas['WebhookEvent'] = { oneOf: types.map((type) => ({ $ref: `#/components/schemas/${eventSchemaName(type)}` })) };
};

const allows = (schema: Node | undefined, value: string): boolean =>
  isObject(schema) && (schema['const'] === value || (Array.isArray(schema['enum']) && schema['enum'].includes(value)));

/**
 * Writes constants as enumerations with one value, in objects that contain nothing but constants. Generators treat such
 * an object as a single value, and orval generates code that does not compile.
 */
export const enumerateConstants = (document: unknown): void =>
  visit(document, ({ properties }) => {
    const members = isObject(properties) ? Object.values(properties).filter(isObject) : [];
    if (members.length === 0 || !members.every((member) => 'const' in member)) return;
    for (const member of members) {
      member['enum'] = [member['const']];
      delete member['const'];
    }
  });
