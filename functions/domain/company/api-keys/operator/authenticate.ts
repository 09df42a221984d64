import { nowMs } from '../../../../platform/clock.ts';
import { isEqualInConstantTime } from '../../../../platform/secrets.ts';
import { getRow } from '../../../../storage/table.ts';
import { bearerOf } from '../../../../platform/bearer.ts';
import { keyRefused } from '../authenticate.ts';
import { assertCanTryKeys, consumeWrongKeyLimit } from '../wrong-keys.ts';
import { operatorKeyCodec, operatorKeyKey, type OperatorKeyRow } from './rows.ts';
import { parseOperatorKey } from './rules.ts';

/** Whether an operator's key is presented, valid or not. */
export const hasOperatorKey = (authorization: string | undefined): boolean =>
  parseOperatorKey(bearerOf(authorization) ?? '') !== undefined;

/**
 * Authenticates an operator's key with one read, so that a revocation is effective immediately. Failures count against
 * the limit for the caller's IP address, like wrong API keys. Throws 401 `unauthorized` and 429 `rate_limited`.
 */
export const authenticateOperator = async (authorization: string | undefined, address: string): Promise<void> => {
  const presented = parseOperatorKey(bearerOf(authorization) ?? '');
  if (!presented) throw keyRefused();
  assertCanTryKeys(address);
  const row = await getRow(operatorKeyKey(presented.keyId), { consistent: true });
  if (row && isGood(operatorKeyCodec.read(row), presented.secretHash)) return;
  await consumeWrongKeyLimit(address);
  throw keyRefused();
};

const isGood = (
  {
    secretHash,
    revokedAtMs,
    expiresAtMs = Infinity,
  }: Pick<OperatorKeyRow, 'secretHash' | 'revokedAtMs' | 'expiresAtMs'>,
  presented: string,
): boolean => isEqualInConstantTime(secretHash, presented) && revokedAtMs === undefined && expiresAtMs > nowMs();
