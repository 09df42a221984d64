import { nowMs } from '../../../../platform/clock.ts';
import { notFound } from '../../../../platform/errors.ts';
import { ConditionFailed, updateRow } from '../../../../storage/table.ts';
import { operatorKeyKey } from './rows.ts';

/**
 * Revokes an operator's key permanently; a repeat keeps the time of the first revocation. Throws 404 for an unknown id.
 */
export const revokeOperatorKey = async (keyId: string): Promise<void> => {
  try {
    await updateRow({
      key: operatorKeyKey(keyId),
      update: 'SET revokedAtMs = if_not_exists(revokedAtMs, :now)',
      condition: 'attribute_exists(pk)',
      values: { ':now': nowMs() },
    });
  } catch (error) {
    if (error instanceof ConditionFailed) throw notFound('key of operators');
    throw error;
  }
};
