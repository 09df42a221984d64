import { management } from '../../../platform/messages/management.ts';
import { requests } from '../../../platform/messages/requests.ts';
import { nameChanges, nameSubject } from '../../../platform/cause.ts';
import { invalid, unavailable } from '../../../platform/errors.ts';
import { recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { pause } from '../../../storage/retry.ts';
import { transact } from '../../../storage/transactions.ts';
import { isOvertaken } from '../catalog/create.ts';
import { discountCodeTag, presentDiscountCode, findDiscountCodeRow } from './entry.ts';
import { checkedRow, planDiscountCode } from './plan.ts';

const ROUNDS = 12;

/**
 * POST /v2/discount-codes: 201. A deleted code can be created again and continues its count of uses. Throws 422 for
 * faults of an import, and on `code` when it exists, ignoring case.
 */
export const createDiscountCode = async (input: {
  company: string;
  entry: Record<string, unknown>;
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const { company, entry, idempotency } = input;
  const wanted = await checkedRow(company, entry);
  for (let round = 1; round <= ROUNDS; round++) {
    const before = (await findDiscountCodeRow(company, wanted.code)) ?? null;
    if (before && before.deletedAtMs === undefined) {
      throw invalid('code', management('discount_code_exists'));
    }
    try {
      const { row, writes } = await planDiscountCode(wanted, before, ['uses']);
      const reply: Reply = {
        status: 201,
        headers: { ETag: discountCodeTag(row) },
        body: presentDiscountCode(row),
      };
      nameSubject({ code: row.code });
      nameChanges([{ member: '', before: null, after: { code: row.code, percent: row.percent } }]);
      await transact([...writes, recordReplyWrite(idempotency, reply)]);
      return reply;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
    await pause(Math.min(round, 5));
  }
  throw unavailable('service_busy', requests('service_busy'), 1);
};
