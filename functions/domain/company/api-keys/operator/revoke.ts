import { nowMs } from '../../../../platform/clock.ts';
import { notFound } from '../../../../platform/errors.ts';
import { rowUpdate } from '../../../../storage/row-update.ts';
import { PRESENT, updateRow } from '../../../../storage/table.ts';
import { unlessRefused } from '../../../../storage/unless-refused.ts';
import { operatorKeyKey } from './rows.ts';

/**
 * Revokes an operator's key permanently; a repeat keeps the time of the first revocation. Throws 404 for an unknown id.
 */
export const revokeOperatorKey = async (keyId: string): Promise<void> => {
  const update = rowUpdate({ key: operatorKeyKey(keyId), initial: { revokedAtMs: nowMs() }, if: PRESENT });
  if (!(await unlessRefused(updateRow(update)))) throw notFound('key of operators');
};
