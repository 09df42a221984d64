import { randomBytes } from 'node:crypto';
import { hashSecret } from '../rules.ts';

const SHAPE = /^lp_ops_([0-9a-f]{32})_([0-9a-f]{64})$/;

interface PresentedOperatorKey {
  keyId: string;
  secretHash: string;
}

/** Parses an operator's key; undefined for a string of another format (lib/reference/api-keys.md#operator-keys). */
export const parseOperatorKey = (text: string): PresentedOperatorKey | undefined => {
  const [, keyId, secret] = SHAPE.exec(text) ?? [];
  return keyId && secret ? { keyId, secretHash: hashSecret(secret) } : undefined;
};

export const newOperatorKey = (): string =>
  `lp_ops_${randomBytes(16).toString('hex')}_${randomBytes(32).toString('hex')}`;
