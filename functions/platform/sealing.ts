import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyUse } from './keyring.ts';
import { keyedHash, keyedHashes } from './secrets.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A value that was sealed with the second version of a key begins with `2.`; values of the first version have no
 * prefix.
 */
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

/** Encrypts a secret for one owner, with a key outside the table. It cannot be decrypted for another owner. */
export const seal = (use: KeyUse, owner: string, secret: string): string =>
  sealBytes({ use, owner, text: secret, iv: randomBytes(IV_BYTES) });

/**
 * Encrypts a string that clients send back to the service, such as a cursor. The result is the same for the same text
 * and owner, because responses with an `ETag` contain it. So the initialization vector is a keyed hash of both.
 */
export const sealOpaque = (use: KeyUse, owner: string, text: string): string =>
  sealBytes({ use, owner, text, iv: keyedHash(use, JSON.stringify(['iv', owner, text])).subarray(0, IV_BYTES) });

/** Decrypts a string that `sealOpaque` encrypted for this use and owner; undefined for anything else. */
export const openOpaque = (use: KeyUse, owner: string, sealedText: string): string | undefined => {
  const version = versionOf(sealedText);
  const key = keyUnder(use, version);
  const bytes = bytesOf(sealedText);
  // Only canonical base64 is accepted, because several base64 texts can encode the same bytes.
  if (!key || bytes.length < IV_BYTES + TAG_BYTES || withVersion(version, bytes) !== sealedText) return undefined;
  try {
    return openBytes(key, owner, bytes);
  } catch {
    return undefined;
  }
};

const versionOf = (sealedText: string): number => Number(VERSIONED.exec(sealedText)?.[1] ?? 1);

/** Decrypts a secret. Throws if it was sealed for another use or owner, or with a deleted key. */
export const openSealed = (use: KeyUse, owner: string, sealedText: string): string => {
  const version = versionOf(sealedText);
  const key = keyUnder(use, version);
  if (!key) throw new Error(`A value sealed under version ${version} of a key cannot be opened any more`);
  return openBytes(key, owner, bytesOf(sealedText));
};

const bytesOf = (sealedText: string): Buffer => Buffer.from(VERSIONED.exec(sealedText)?.[2] ?? sealedText, 'base64url');

const keyUnder = (use: KeyUse, version: number): Buffer | undefined =>
  keyedHashes(use, 'seal').find((each) => each.version === version)?.hash;

/** Decrypts bytes. Throws for a wrong key, owner or tag. */
const openBytes = (key: Buffer, owner: string, bytes: Buffer): string => {
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
};

/** Encrypts a value again with the current key; undefined if it is encrypted with that key already. */
export const resealValue = (use: KeyUse, owner: string, sealedText: string): string | undefined =>
  versionOf(sealedText) === currentKey(use).version ? undefined : seal(use, owner, openSealed(use, owner, sealedText));
