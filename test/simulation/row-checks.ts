import type { Item } from './memory-table.ts';

/** An error as the SDK throws it. */
export const failure = (name: string, more: object = {}): Error => Object.assign(new Error(name), { name, ...more });

/** Maximum size of a row. */
const ITEM_MAX_BYTES = 400 * 1024;
const NUMBER_MAX_BYTES = 21;
/** Overhead of a list or a map. */
const CONTAINER_BYTES = 3;
/** Members that are keys, of the table and of its indexes. */
export const KEYS = ['', 'ix1', 'ix2', 'ix3', 'ix4', 'due'].flatMap((prefix) => [`${prefix}pk`, `${prefix}sk`]);

/** A serialized copy, if the table accepts it, so that readers cannot change it. */
export const checked = (item: Item): Item => {
  for (const [at, name] of KEYS.entries()) {
    if (item[name] !== undefined || at < 2) checkKey(name, item[name]);
  }
  const size = { bytes: 0 };
  const travelled = copied(item, size) as Item;
  if (size.bytes > ITEM_MAX_BYTES) throw failure('ValidationException', { message: 'A row is too large' });
  return travelled;
};

/** A frozen copy; adds DynamoDB's size of it. Throws for an invalid value. */
const copied = (value: unknown, size: { bytes: number }): unknown => {
  if (typeof value === 'string') {
    // Half a surrogate pair cannot be decoded.
    if (!value.isWellFormed()) throw failure('SerializationException');
    size.bytes += Buffer.byteLength(value);
    return value;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      throw failure('ValidationException', { message: `No number of a row: ${value}` });
    }
    size.bytes += NUMBER_MAX_BYTES;
    return value;
  }
  if (typeof value === 'boolean' || value === null) {
    size.bytes += 1;
    return value;
  }
  if (value instanceof Uint8Array) {
    size.bytes += value.byteLength;
    return new Uint8Array(value);
  }
  if (Array.isArray(value)) {
    size.bytes += CONTAINER_BYTES + value.length;
    return Object.freeze(value.filter((member) => member !== undefined).map((member) => copied(member, size)));
  }
  if (typeof value !== 'object' || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    throw failure('ValidationException', { message: `No value of a row: ${String(value)}` });
  }
  size.bytes += CONTAINER_BYTES;
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    size.bytes += Buffer.byteLength(name) + 1;
    copy[name] = copied(member, size);
  }
  return Object.freeze(copy);
};

/** Throws for an invalid key. */
export const checkKey = (name: string, value: unknown): void => {
  const most = name.endsWith('pk') ? 2048 : 1024;
  if (typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= most) return;
  throw failure('ValidationException', { message: `No key ${name}: ${String(value).slice(0, 100)}` });
};

/** Throws for an invalid query: an empty key, a range that ends before it begins, or a start outside of it. */
export const checkRange = (values: Record<string, unknown>, start: unknown): void => {
  const [from, to, prefix] = [values[':from'], values[':to'], values[':prefix']].map((each) =>
    each === undefined ? undefined : String(each),
  );
  const isNoKey = [from, to, prefix].includes('');
  const isEmpty = from !== undefined && to !== undefined && from > to;
  const isOutside =
    start !== undefined &&
    ((from !== undefined && String(start) < from) ||
      (to !== undefined && String(start) > to) ||
      (prefix !== undefined && !String(start).startsWith(prefix)));
  if (isNoKey || isEmpty || isOutside)
    throw failure('ValidationException', { message: `No range from ${from} to ${to}` });
};

/** A requested key. Throws for an invalid one. */
export const asked = <Key extends { pk: string; sk: string }>(key: Key): Key => {
  checkKey('pk', key.pk);
  checkKey('sk', key.sk);
  return key;
};
