import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyedHash } from './secrets.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (purpose: string): Buffer => keyedHash(purpose, 'seal');

/** Seals a secret under a key that the table does not hold, for one owner: moved to another, it does not open. */
export const seal = (purpose: string, owner: string, secret: string): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv);
  cipher.setAAD(Buffer.from(owner));
  return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
};

/** Throws for what was not sealed for this purpose and owner. */
export const openSealed = (purpose: string, owner: string, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
};
