import { requests } from '../../../platform/messages/requests.ts';
import { nameChanges, nameSubject } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { unavailable } from '../../../platform/errors.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { pause } from '../../../storage/retry.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { transact } from '../../../storage/transactions.ts';
import { isOvertaken } from '../catalog/create.ts';
import { unchangedSince } from '../operator-data/unchanged.ts';
import { discountCodeTag, discountCodeEntryOf, loadDiscountCode } from './entry.ts';

const ROUNDS = 12;
const DONE: Reply = { status: 204 };

/**
 * DELETE /v2/discount-codes/{code}: no further order can use it. Existing orders keep their price, and return their use
 * to the row, which is kept. Throws 404 and 412.
 */
export const deleteDiscountCode = async (input: {
  company: string;
  code: string;
  /** Compared if sent. */
  ifMatch: string | undefined;
  /** Present if the caller sent a key. */
  idempotency?: IdempotencyRecord | undefined;
}): Promise<Reply> => {
  const record = input.idempotency ? [recordReplyWrite(input.idempotency, DONE)] : [];
  for (let round = 1; round <= ROUNDS; round++) {
    const row = await loadDiscountCode(input.company, input.code);
    assertMatches(input.ifMatch, discountCodeTag(row));
    nameSubject({ code: row.code });
    nameChanges([{ member: '', before: { code: row.code, percent: row.percent }, after: null }]);
    const counts = { version: (row.version ?? 0) + 1, edits: (row.edits ?? 0) + 1 };
    try {
      await transact(
        [
          { update: rowUpdate({ key: row, set: { deletedAtMs: nowMs(), ...counts }, if: unchangedSince(row) }) },
          ...record,
        ],
        () => ({ deleted: discountCodeEntryOf(row) }),
      );
      return DONE;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
    await pause(Math.min(round, 5));
  }
  throw unavailable('service_busy', requests('service_busy'), 1);
};
