import { bytesOfNumber, canonicalNumber, compareNumbers } from './decimal.ts';
import { invalid, invalidValue, TableError } from './table-error.ts';

/** An attribute value of the JSON protocol: exactly one member. Binary values are base64. */
export interface Value {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly L?: readonly Value[];
  readonly M?: Row;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
}

/** Attributes by name; never changed once stored. */
export interface Row {
  readonly [name: string]: Value;
}

/** An attribute by name. The name may be that of a member that every JavaScript object inherits. */
export const attributeOf = (row: Row | undefined, name: string): Value | undefined =>
  row && Object.hasOwn(row, name) ? row[name] : undefined;

export type Kind = keyof Value;

const KINDS: ReadonlySet<string> = new Set<Kind>(['S', 'N', 'B', 'BOOL', 'NULL', 'L', 'M', 'SS', 'NS', 'BS']);
const NESTED_MAX = 32;
/** Overhead of a list or a map, and of each of their elements. */
const CONTAINER_BYTES = 3;
const ELEMENT_BYTES = 1;

export const kindOf = (value: Value): Kind => {
  for (const kind in value) return kind as Kind;
  throw invalid('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
};

const hasMore = (value: Value): boolean => {
  let members = 0;
  for (const _ in value) members++;
  return members > 1;
};

/** Throws `TableError` for anything but well-formed Unicode text. */
export const assertText = (text: unknown): string => {
  if (typeof text !== 'string') throw new TableError('SerializationException', 'Unexpected field type');
  if (!text.isWellFormed()) throw new TableError('SerializationException', 'Invalid UTF-8 sequence');
  return text;
};

const NO_ELEMENTS = {
  SS: 'An string set  may not be empty',
  NS: 'An number set  may not be empty',
  BS: 'Binary sets should not be empty',
};

const normalizeSet = (kind: 'SS' | 'NS' | 'BS', members: readonly string[]): Value => {
  if (members.length === 0) throw invalidValue(NO_ELEMENTS[kind]);
  const elements = members.map((element) =>
    kind === 'NS' ? canonicalNumber(assertText(element)) : assertText(element),
  );
  if (new Set(elements).size < elements.length) {
    if (kind === 'NS') throw invalid('Input collection contains duplicates');
    throw invalidValue(`Input collection [${members.join(', ')}] contains duplicates.`);
  }
  return { [kind]: elements };
};

/** The value as it is stored, with numbers in canonical form. Throws `TableError` for an invalid one. */
const normalizeValue = (value: Value, depth = 0): Value => {
  if (depth > NESTED_MAX) {
    throw invalid('Nesting Levels have exceeded supported limits: Attributes can have up to 32 levels of nesting');
  }
  const kind = kindOf(value);
  if (!KINDS.has(kind)) throw new TableError('SerializationException', `Unknown data type ${kind}`);
  if (hasMore(value)) {
    throw invalid(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  }
  switch (kind) {
    case 'S':
    case 'B':
      assertText(value[kind]);
      return value;
    case 'N': {
      const number = canonicalNumber(assertText(value.N));
      return number === value.N ? value : { N: number };
    }
    case 'NULL':
      if (value.NULL !== true) throw invalidValue('Null attribute value types must have the value of true');
      return value;
    case 'BOOL':
      if (typeof value.BOOL !== 'boolean') throw new TableError('SerializationException', 'Unexpected field type');
      return value;
    case 'L':
      return normalizeList(value, depth + 1);
    case 'M': {
      const map = value.M ?? {};
      const checked = normalizeRow(map, depth + 1);
      return checked === map ? value : { M: checked };
    }
    default:
      return normalizeSet(kind, value[kind] ?? []);
  }
};

const normalizeList = (value: Value, depth: number): Value => {
  const list = value.L ?? [];
  const checked = list.map((element) => normalizeValue(element, depth));
  return checked.every((element, at) => element === list[at]) ? value : { L: checked };
};

/**
 * The attributes as they are stored; returns the same object if nothing changes. Throws `TableError` for an invalid
 * one.
 */
export const normalizeRow = (row: Row, depth = 0): Row => {
  let copy: Record<string, Value> | undefined;
  for (const name of Object.keys(row)) {
    const value = row[name] ?? {};
    const checked = normalizeValue(value, depth);
    if (checked === value) continue;
    copy ??= { ...row };
    copy[name] = checked;
  }
  return copy ?? row;
};

const bytesOfBinary = (base64: string): number => Buffer.byteLength(base64, 'base64');

/** Size of a value as DynamoDB counts it, in bytes. */
export const bytesOfValue = (value: Value): number => {
  const kind = kindOf(value);
  switch (kind) {
    case 'S':
      return Buffer.byteLength(value.S ?? '');
    case 'N':
      return bytesOfNumber(value.N ?? '');
    case 'B':
      return bytesOfBinary(value.B ?? '');
    case 'BOOL':
    case 'NULL':
      return 1;
    case 'L':
      return (value.L ?? []).reduce((sum, element) => sum + ELEMENT_BYTES + bytesOfValue(element), CONTAINER_BYTES);
    case 'M':
      return Object.keys(value.M ?? {}).length * ELEMENT_BYTES + CONTAINER_BYTES + bytesOfAttributes(value.M ?? {});
    case 'SS':
      return (value.SS ?? []).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    case 'NS':
      return (value.NS ?? []).reduce((sum, text) => sum + bytesOfNumber(text), 0);
    default:
      return (value.BS ?? []).reduce((sum, text) => sum + bytesOfBinary(text), 0);
  }
};

const bytesOfAttributes = (row: Row): number => {
  let bytes = 0;
  for (const name of Object.keys(row)) bytes += Buffer.byteLength(name) + bytesOfValue(row[name] ?? {});
  return bytes;
};

const rowBytes = new WeakMap<Row, number>();

/** Size of a stored row as DynamoDB counts it, in bytes; 0 if there is no row. */
export const bytesOfRow = (row: Row | undefined): number => {
  if (!row) return 0;
  const known = rowBytes.get(row) ?? bytesOfAttributes(row);
  rowBytes.set(row, known);
  return known;
};

/** Compares texts by their UTF-8 bytes. JavaScript orders surrogate pairs differently. */
export const compareTexts = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const left = one.charCodeAt(at);
    const right = other.charCodeAt(at);
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return one.length - other.length;
};

const FIRST_SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;
const rankOf = (unit: number): number =>
  unit < FIRST_SURROGATE ? unit : unit >= AFTER_SURROGATES ? unit - 0x800 : unit + 0x2000;

/** Compares two values of the same ordered type; undefined for other values. */
export const compareValues = (one: Value, other: Value): number | undefined => {
  if (one.S !== undefined && other.S !== undefined) return compareTexts(one.S, other.S);
  if (one.N !== undefined && other.N !== undefined) return compareNumbers(one.N, other.N);
  if (one.B !== undefined && other.B !== undefined) {
    return Buffer.compare(Buffer.from(one.B, 'base64'), Buffer.from(other.B, 'base64'));
  }
  return undefined;
};

const equalSets = (one: readonly string[], other: readonly string[]): boolean => {
  const elements = new Set(one);
  return one.length === other.length && other.every((element) => elements.has(element));
};

/** Whether two values are equal: sets without an order, numbers in canonical form. */
export const isEqualValue = (one: Value, other: Value): boolean => {
  const kind = kindOf(one);
  if (kind !== kindOf(other)) return false;
  switch (kind) {
    case 'L': {
      const [left, right] = [one.L ?? [], other.L ?? []];
      return left.length === right.length && left.every((element, at) => isEqualValue(element, right[at] ?? {}));
    }
    case 'M':
      return isEqualRow(one.M ?? {}, other.M ?? {});
    case 'SS':
    case 'NS':
    case 'BS':
      return equalSets(one[kind] ?? [], other[kind] ?? []);
    default:
      return one[kind] === other[kind];
  }
};

export const isEqualRow = (one: Row, other: Row): boolean => {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => {
    const [left, right] = [one[name], other[name]];
    return left !== undefined && right !== undefined && isEqualValue(left, right);
  });
};
