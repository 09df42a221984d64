import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { keysFor, type KeyUse, type KeyVersion } from './keyring.ts';

/** Maximum number of cached keys. Some uses contain a company, so the number of uses is not limited. */
const KEYS_MAX = 200;
const derived = new Map<string, KeyObject>();

/** Derived keys are cached, because preparing a key takes five times as long as hashing with it. */
const derivedKey = (base: string, use: KeyUse): KeyObject => {
  const name = `${base}\n${use}`;
  const known = derived.get(name);
  if (known) return known;
  const key = createSecretKey(createHmac('sha256', base).update(`purpose:${use}`).digest());
  if (derived.size >= KEYS_MAX) derived.clear();
  derived.set(name, key);
  return key;
};

const hasherUnder = ({ key: base }: KeyVersion, use: KeyUse): ((text: string) => Buffer) => {
  const key = derivedKey(base, use);
  return (text) => createHmac('sha256', key).update(text).digest();
};

interface VersionedHash {
  version: number;
  hash: Buffer;
}

/** Returns HMAC-SHA256 with the key of a use. That key is derived from the current key of its purpose. */
export const keyedHasher = (use: KeyUse): ((text: string) => Buffer) => {
  const [current] = keysFor(use);
  return hasherUnder(current, use);
};

export const keyedHash = (use: KeyUse, text: string): Buffer => keyedHasher(use)(text);

/** The hashes of a string with every valid key, by version, the current one first. */
export const keyedHashes = (use: KeyUse, text: string): [VersionedHash, ...VersionedHash[]] => {
  const under = (key: KeyVersion): VersionedHash => ({ version: key.version, hash: hasherUnder(key, use)(text) });
  const [current, ...former] = keysFor(use);
  return [under(current), ...former.map(under)];
};

/** Compares in constant time. Texts of different lengths are not equal. */
export const isEqualInConstantTime = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Whether `candidate` is the hash of `text` with any valid key. `form` formats the hash for the comparison. */
export const isKeyedHash = (use: KeyUse, text: string, candidate: string, form: (hash: Buffer) => string): boolean =>
  keyedHashes(use, text).some(({ hash }) => isEqualInConstantTime(candidate, form(hash)));
