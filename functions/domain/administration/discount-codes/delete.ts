import { nameChanges, nameSubject } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { recordReplyWrites, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact } from '../../../storage/transactions.ts';
import { editWrite, isOvertaken } from '../operator-data/unchanged.ts';
import { discountCodeTag, discountCodeEntryOf, loadDiscountCode } from './entry.ts';

const DONE: Reply = { status: 204 };

/**
 * DELETE /v2/discount-codes/{code}: deletes the code, so that new orders cannot use it. Existing orders keep their
 * price. The row is kept, because orders that expire or are undone return their use. Throws 404 and 412.
 */
export const deleteDiscountCode = async (input: {
  company: string;
  code: string;
  /** `If-Match` header of the request. */
  ifMatch: string | undefined;
  /** Absent if the request has no idempotency key. */
  idempotency?: IdempotencyRecord | undefined;
}): Promise<Reply> => {
  const record = recordReplyWrites(input.idempotency, DONE);
  return retryOnConflict(async () => {
    const row = await loadDiscountCode(input.company, input.code);
    assertMatches(input.ifMatch, discountCodeTag(row));
    nameSubject({ code: row.code });
    nameChanges([{ member: '', before: { code: row.code, percent: row.percent }, after: null }]);
    await transact([editWrite(row, { deletedAtMs: nowMs() }), ...record], () => ({
      deleted: discountCodeEntryOf(row),
    }));
    return DONE;
  }, isOvertaken);
};
