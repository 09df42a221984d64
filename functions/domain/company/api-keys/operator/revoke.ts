import { nowMs } from '../../../../platform/clock.ts';
import { notFound } from '../../../../platform/errors.ts';
import { rowUpdate } from '../../../../storage/row-update.ts';
import { ConditionFailed, updateRow } from '../../../../storage/table.ts';
import { operatorKeyKey } from './rows.ts';

/**
 * Revokes an operator's key permanently; a repeat keeps the time of the first revocation. Throws 404 for an unknown id.
 */
export const revokeOperatorKey = async (keyId: string): Promise<void> => {
  try {
    const isStored = { expression: 'attribute_exists(pk)' };
    await updateRow(rowUpdate({ key: operatorKeyKey(keyId), initial: { revokedAtMs: nowMs() }, if: isStored }));
  } catch (error) {
    if (error instanceof ConditionFailed) throw notFound('key of operators');
    throw error;
  }
};
