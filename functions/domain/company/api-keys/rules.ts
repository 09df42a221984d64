import { createHash, randomBytes } from 'node:crypto';

const KEY_SHAPE = /^lp_(live|test)_([0-9a-f]{32})_([0-9a-f]{64})$/;

export type KeyMode = 'live' | 'test';

export interface PresentedKey {
  mode: KeyMode;
  keyId: string;
  secretHash: string;
}

/** Parses a key; undefined for a string of another format (lib/reference/api-keys.md#format). */
export const parseApiKey = (text: string): PresentedKey | undefined => {
  const [, mode, keyId, secret] = KEY_SHAPE.exec(text) ?? [];
  return mode && keyId && secret ? { mode: mode as KeyMode, keyId, secretHash: hashSecret(secret) } : undefined;
};

/** The secret has 256 random bits, so one fast hash is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** A new key with a random secret, and a random id by default. */
export const newApiKey = (mode: KeyMode, keyId = randomBytes(16).toString('hex')): string =>
  `lp_${mode}_${keyId}_${randomBytes(32).toString('hex')}`;

/** The integer id of a key: 48 bits of a hash of its key id, so that repeated imports result in the same id. */
export const numericIdOf = (keyId: string): number => createHash('sha256').update(keyId).digest().readUIntBE(0, 6);
