import type { KeyUse } from './keyring.ts';
import { isKeyedHash, keyedHash } from './secrets.ts';

const TAG_BYTES = 18;

const tagFrom = (hash: Buffer): string => hash.subarray(0, TAG_BYTES).toString('base64url');

/** Signs a string that clients keep. They can read it, but cannot forge it without the service's keys. */
export const signText = (use: KeyUse, text: string): string => {
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${tagFrom(keyedHash(use, payload))}`;
};

/** Returns the text of a token; undefined if the service did not sign it for this use. */
export const verifySignedText = (use: KeyUse, token: string): string | undefined => {
  const [payload, tag, ...rest] = token.split('.');
  if (!payload || !tag || rest.length > 0 || !isKeyedHash(use, payload, tag, tagFrom)) return undefined;
  return Buffer.from(payload, 'base64url').toString();
};
