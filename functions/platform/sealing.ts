import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyUse } from './keyring.ts';
import { keyedHashes } from './secrets.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `2.` before what was sealed under the second version of a key; nothing before the first. */
const VERSIONED = /^(\d+)\.(.*)$/s;

const currentKey = (use: KeyUse) => {
  const [current] = keyedHashes(use, 'seal');
  return current;
};

/** Seals a secret under a key that the table does not hold, for one owner: moved to another, it does not open. */
export const seal = (use: KeyUse, owner: string, secret: string): string => {
  const { version, hash: key } = currentKey(use);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(owner));
  const bytes = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version === 1 ? '' : `${version}.`}${bytes.toString('base64url')}`;
};

const versionOf = (sealed: string): number => Number(VERSIONED.exec(sealed)?.[1] ?? 1);

/** Throws for what was not sealed for this use and owner, or under a key that is gone. */
export const openSealed = (use: KeyUse, owner: string, sealed: string): string => {
  const version = versionOf(sealed);
  const key = keyedHashes(use, 'seal').find((each) => each.version === version)?.hash;
  if (!key) throw new Error(`What was sealed under version ${version} of a key cannot be opened any more`);
  const bytes = Buffer.from(VERSIONED.exec(sealed)?.[2] ?? sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
};

/** The same sealed under the key in use; undefined when it is already. */
export const sealedAnew = (use: KeyUse, owner: string, sealed: string): string | undefined =>
  versionOf(sealed) === currentKey(use).version ? undefined : seal(use, owner, openSealed(use, owner, sealed));
