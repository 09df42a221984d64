const toText = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
    : value;
const toBytes = (value: unknown): unknown =>
  typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;

/**
 * Caches stored rows with their binary values as bytes: stored rows never change, and are read far more often than
 * written.
 */
const withBytes = new WeakMap<object, object>();

/**
 * Recognizes most attribute values without a conversion. In a map of attributes, a member `S` or `N` is an object, not
 * a string.
 */
const isTextOrNumber = ({ S, N }: { S?: unknown; N?: unknown }): boolean =>
  typeof S === 'string' || typeof N === 'string';

/** Returns the same object if it contains no binary value. */
const convertBinary = (value: unknown, convert: (value: unknown) => unknown): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  const members = value as Record<string, unknown>;
  const isStored = convert === toBytes && members['pk'] !== undefined;
  const known = isStored ? withBytes.get(members) : undefined;
  if (known) return known;
  let copy: Record<string, unknown> | undefined;
  for (const name in members) {
    const member = members[name];
    if (typeof member !== 'object' ? name !== 'B' : member === null || isTextOrNumber(member)) continue;
    const isBinary = (name === 'B' && typeof member === 'string') || member instanceof Uint8Array;
    const converted = isBinary ? convert(member) : convertBinary(member, convert);
    if (converted === member) continue;
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...members }) as Record<string, unknown>;
    copy[name] = converted;
  }
  if (isStored) withBytes.set(members, copy ?? members);
  return copy ?? value;
};

/** A request to the table, or a response from it, with binary values as base64 strings, as in the table. */
export const withBinaryTexts = <T>(value: T): T => convertBinary(value, toText) as T;

/** A request to the table, or a response from it, with binary values as bytes, as in the SDK. */
export const withBinaryBytes = <T>(value: T): T => convertBinary(value, toBytes) as T;
