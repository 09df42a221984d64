import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** A row in DynamoDB's format. */
export type Attributes = Record<string, AttributeValue>;

/**
 * Rows contain texts, safe numbers, booleans, null, bytes, lists and plain objects. The SDK's own conversion supports
 * all types of JavaScript and takes several times as long (lib/decisions/cost.md, "Processor time of a sale").
 */
const toValue = (value: unknown): AttributeValue => {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') {
    if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw new TypeError(`${value} cannot be stored as a number`);
    return { N: String(value) };
  }
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter((member) => member !== undefined).map(toValue) };
  if (value instanceof Uint8Array) return { B: value };
  if (typeof value === 'object' && isPlain(value)) return { M: toAttributes(value) };
  throw new TypeError(`A value of type ${typeof value} cannot be stored`);
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/**
 * Converts an object to attribute values; undefined members are omitted. Throws `TypeError` for values that a row
 * cannot contain.
 */
export const toAttributes = (row: object): Attributes => {
  const attributes: Attributes = {};
  for (const name of Object.keys(row)) {
    const value = (row as Record<string, unknown>)[name];
    if (value !== undefined) attributes[name] = toValue(value);
  }
  return attributes;
};

const fromValue = (value: AttributeValue): unknown => {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.M !== undefined) return fromAttributes(value.M);
  if (value.L !== undefined) return value.L.map(fromValue);
  if (value.NULL !== undefined) return null;
  if (value.B !== undefined) return value.B;
  throw new TypeError(`An attribute value of type ${Object.keys(value).join(', ')} is unknown`);
};

/** Converts attribute values to an object. Throws `TypeError` for types that rows do not contain. */
export const fromAttributes = <T = Record<string, unknown>>(attributes: Attributes): T => {
  const row: Record<string, unknown> = {};
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value !== undefined) row[name] = fromValue(value);
  }
  return row as T;
};
