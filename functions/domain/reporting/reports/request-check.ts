import { nowMs } from '../../../platform/clock.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { PRESENT } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ABSENT, putRow, updateRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { integrityDue, integrityKey, newIntegrityRow } from './rows.ts';

/** Registers this company for the nightly check. Idempotent. */
export const registerForChecks = async (company: string): Promise<void> => {
  await unlessRefused(putRow(newIntegrityRow(company, nowMs()), ABSENT));
};

/**
 * Makes the next run check a company whose settings of `ItemTerms` have changed, because they also apply to items that
 * are not due. No effect on a company that is not registered yet.
 */
export const requestCheck = async (company: string): Promise<void> => {
  const atMs = nowMs();
  const update = rowUpdate({
    key: integrityKey(company),
    set: { ...integrityDue(company, atMs - DAY_MS), termsChangedAtMs: atMs },
    if: PRESENT,
  });
  await unlessRefused(updateRow(update));
};
