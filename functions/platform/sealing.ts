import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyUse } from './keyring.ts';
import { keyedHash, keyedHashes } from './secrets.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Prefix `2.` of values sealed under the second version of a key; the first has none. */
const VERSIONED = /^(\d+)\.(.*)$/s;

const currentKey = (use: KeyUse) => {
  const [current] = keyedHashes(use, 'seal');
  return current;
};

const withVersion = (version: number, bytes: Buffer): string =>
  `${version === 1 ? '' : `${version}.`}${bytes.toString('base64url')}`;

interface SealInput {
  use: KeyUse;
  owner: string;
  text: string;
  iv: Buffer;
}

const sealBytes = ({ use, owner, text, iv }: SealInput): string => {
  const { version, hash: key } = currentKey(use);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(owner));
  return withVersion(version, Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]));
};

/** Seals a secret for one owner, under a key outside of the table: it cannot be opened for another owner. */
export const seal = (use: KeyUse, owner: string, secret: string): string =>
  sealBytes({ use, owner, text: secret, iv: randomBytes(IV_BYTES) });

/**
 * Seals a text that clients return to the service, such as a cursor. The same text of the same owner gives the same
 * result, because responses with an `ETag` contain it: the initialization vector is a keyed hash of both.
 */
export const sealOpaque = (use: KeyUse, owner: string, text: string): string =>
  sealBytes({ use, owner, text, iv: keyedHash(use, JSON.stringify(['iv', owner, text])).subarray(0, IV_BYTES) });

/** The text that `sealOpaque` sealed for this use and owner; undefined for anything else. */
export const openOpaque = (use: KeyUse, owner: string, sealedText: string): string | undefined => {
  const version = versionOf(sealedText);
  const key = keyUnder(use, version);
  const bytes = bytesOf(sealedText);
  // Base64 has several spellings of the same bytes; only the canonical one is accepted.
  if (!key || bytes.length < IV_BYTES + TAG_BYTES || withVersion(version, bytes) !== sealedText) return undefined;
  try {
    return openBytes(key, owner, bytes);
  } catch {
    return undefined;
  }
};

const versionOf = (sealedText: string): number => Number(VERSIONED.exec(sealedText)?.[1] ?? 1);

/** Throws for a value of another use or owner, or under a deleted key. */
export const openSealed = (use: KeyUse, owner: string, sealedText: string): string => {
  const version = versionOf(sealedText);
  const key = keyUnder(use, version);
  if (!key) throw new Error(`A value sealed under version ${version} of a key cannot be opened any more`);
  return openBytes(key, owner, bytesOf(sealedText));
};

const bytesOf = (sealedText: string): Buffer => Buffer.from(VERSIONED.exec(sealedText)?.[2] ?? sealedText, 'base64url');

const keyUnder = (use: KeyUse, version: number): Buffer | undefined =>
  keyedHashes(use, 'seal').find((each) => each.version === version)?.hash;

/** Throws for a wrong key, owner or tag. */
const openBytes = (key: Buffer, owner: string, bytes: Buffer): string => {
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
};

/** The value sealed under the current key; undefined when it is already. */
export const resealValue = (use: KeyUse, owner: string, sealedText: string): string | undefined =>
  versionOf(sealedText) === currentKey(use).version ? undefined : seal(use, owner, openSealed(use, owner, sealedText));
