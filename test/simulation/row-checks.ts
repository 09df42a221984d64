import type { Item } from './memory-table.ts';

/** An error as the SDK throws it. */
export const failure = (name: string, more: object = {}): Error => Object.assign(new Error(name), { name, ...more });

/** A row is at most this large. */
const ITEM_MAX_BYTES = 400 * 1024;
/** Members that are keys, of the table and of its indexes. */
export const KEYS = ['', 'ix1', 'ix2', 'ix3', 'ix4', 'due'].flatMap((prefix) => [`${prefix}pk`, `${prefix}sk`]);

const BYTES = '$bytes';

/** As it would have travelled, if the table takes it; whoever read it cannot change it. */
export const checked = (item: Item): Item => {
  for (const [at, name] of KEYS.entries()) {
    if (item[name] !== undefined || at < 2) checkKey(name, item[name]);
  }
  const text = JSON.stringify(item, function (this: Record<string, unknown>, name, value: unknown) {
    // A buffer tells itself in another form before it comes here.
    const bytes = this[name];
    if (bytes instanceof Uint8Array) return { [BYTES]: Buffer.from(bytes).toString('base64') };
    if (typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
      throw failure('ValidationException', { message: `No number of a row: ${value}` });
    }
    // Half a character travels as an escape that nobody can read.
    if (typeof value === 'string' && !value.isWellFormed()) throw failure('SerializationException');
    return value;
  });
  if (Buffer.byteLength(text) > ITEM_MAX_BYTES) throw failure('ValidationException', { message: 'A row is too large' });
  return frozen(
    JSON.parse(text, (_, value: Record<string, unknown> | null) => {
      const bytes = value?.[BYTES];
      return typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'base64')) : value;
    }) as Item,
  );
};

/** Throws when a key is none that the table would take. */
export const checkKey = (name: string, value: unknown): void => {
  const most = name.endsWith('pk') ? 2048 : 1024;
  if (typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= most) return;
  throw failure('ValidationException', { message: `No key ${name}: ${String(value).slice(0, 100)}` });
};

/** A key as it is asked for. Throws when it is none. */
export const asked = <Key extends { pk: string; sk: string }>(key: Key): Key => {
  checkKey('pk', key.pk);
  checkKey('sk', key.sk);
  return key;
};

const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
};
