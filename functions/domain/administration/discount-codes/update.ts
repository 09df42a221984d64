import { nameChanges, nameSubject, withoutCause } from '../../../platform/cause.ts';
import { invalid } from '../../../platform/errors.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { recordReplyWrites, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import type { DiscountCodeRow } from '../../catalog/products/rows.ts';
import { changesBetween } from '../catalog/changes.ts';
import { mergePatch } from '../catalog/merge.ts';
import { discountCodeTag, discountCodeEntryOf, loadDiscountCode, presentDiscountCode } from './entry.ts';
import { checkedRow, planDiscountCode } from './plan.ts';
import { isOvertaken } from '../operator-data/unchanged.ts';

const KEPT = ['uses', 'createdAtMs', 'batch'];

interface DiscountCodeChange {
  company: string;
  code: string;
  ifMatch: string | undefined;
  idempotency: IdempotencyRecord | undefined;
  patch: Record<string, unknown>;
}

/**
 * PATCH /v2/discount-codes/{code}: applies a merge patch. Existing orders keep their discount. Throws 404, 412 for a
 * code that has changed since it was read, and 422 if an import would reject the result or if `code` differs.
 */
export const updateDiscountCode = async (change: DiscountCodeChange): Promise<Reply> => {
  const { company, ifMatch, idempotency, patch } = change;
  return retryOnConflict(async () => {
    const before = await loadDiscountCode(company, change.code);
    assertMatches(ifMatch, discountCodeTag(before));
    if (patch['code'] !== undefined && patch['code'] !== before.code) {
      throw invalid('code', 'The code of a discount cannot change. Create another code.');
    }
    const checked = await checkedRow(
      company,
      mergePatch(discountCodeEntryOf(before), patch) as Record<string, unknown>,
    );
    const { row, writes } = await planDiscountCode(checked, before, KEPT);
    const reply: Reply = {
      status: 200,
      headers: { ETag: discountCodeTag(row) },
      body: presentDiscountCode(row),
    };
    await commitChange({ before, row, writes, also: recordReplyWrites(idempotency, reply) });
    return reply;
  }, isOvertaken);
};

interface CodeChange {
  before: DiscountCodeRow;
  row: DiscountCodeRow;
  writes: readonly Write[];
  also: readonly Write[];
}

const commitChange = async ({ before, row, writes, also }: CodeChange): Promise<void> => {
  if (writes.length === 0) {
    if (also.length > 0) await withoutCause(() => transact(also));
    return;
  }
  nameSubject({ code: before.code });
  nameChanges(changesBetween(discountCodeEntryOf(before), discountCodeEntryOf(row)));
  await transact([...writes, ...also]);
};
