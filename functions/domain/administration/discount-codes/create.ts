import { management } from '../../../platform/messages/management.ts';
import { nameChanges, nameSubject } from '../../../platform/cause.ts';
import { invalid } from '../../../platform/errors.ts';
import { recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact } from '../../../storage/transactions.ts';
import { discountCodeTag, presentDiscountCode, findDiscountCodeRow } from './entry.ts';
import { checkedRow, planDiscountCode } from './plan.ts';
import { isOvertaken } from '../operator-data/unchanged.ts';

/**
 * POST /v2/discount-codes: creates a code and returns 201. A deleted code can be created again and keeps its count of
 * uses. Throws 422 if an import would reject the entry, and on `code` if the code exists, ignoring case.
 */
export const createDiscountCode = async (input: {
  company: string;
  entry: Record<string, unknown>;
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const { company, entry, idempotency } = input;
  const checked = await checkedRow(company, entry);
  return retryOnConflict(async () => {
    const before = (await findDiscountCodeRow(company, checked.code)) ?? null;
    if (before && before.deletedAtMs === undefined) {
      throw invalid('code', management('discount_code_exists'));
    }
    const { row, writes } = await planDiscountCode(checked, before, ['uses']);
    const reply: Reply = {
      status: 201,
      headers: { ETag: discountCodeTag(row) },
      body: presentDiscountCode(row),
    };
    nameSubject({ code: row.code });
    nameChanges([{ member: '', before: null, after: { code: row.code, percent: row.percent } }]);
    await transact([...writes, recordReplyWrite(idempotency, reply)]);
    return reply;
  }, isOvertaken);
};
