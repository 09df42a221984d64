import { nowMs } from '../../../../platform/clock.ts';
import { equalInConstantTime } from '../../../../platform/secrets.ts';
import { getRow } from '../../../../storage/table.ts';
import { bearerOf, keyRefused } from '../authenticate.ts';
import { operatorKeyCodec, operatorKeyKey } from './rows.ts';
import { parseOperatorKey } from './rules.ts';

/** Whether an operator's key is presented, good or not. */
export const presentsOperatorKey = (authorization: string | undefined): boolean =>
  parseOperatorKey(bearerOf(authorization) ?? '') !== undefined;

/** Lets an operator's key pass; one read, so that a revocation counts at once. Throws 401 `unauthorized`. */
export const authenticateOperator = async (authorization: string | undefined): Promise<void> => {
  const presented = parseOperatorKey(bearerOf(authorization) ?? '');
  if (!presented) throw keyRefused();
  const found = await getRow(operatorKeyKey(presented.keyId), { consistent: true });
  if (!found) throw keyRefused();
  const { secretHash, revokedAtMs, expiresAtMs = Infinity } = operatorKeyCodec.read(found);
  const isSame = equalInConstantTime(secretHash, presented.secretHash);
  if (!isSame || revokedAtMs !== undefined || expiresAtMs <= nowMs()) throw keyRefused();
};
