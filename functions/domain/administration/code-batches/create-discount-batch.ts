import { invalid } from '../../../platform/errors.ts';
import type { IdempotencyRecord, Reply } from '../../../storage/idempotency.ts';
import { checkedRow } from '../discount-codes/plan.ts';
import { discountCodeEntryOf } from '../discount-codes/entry.ts';
import { DISCOUNT_CODE_RANDOM } from './limits.ts';
import { createBatch } from './create.ts';

/**
 * POST /v2/discount-codes/batch: creates single-use codes with the same settings and returns 201. `settings` are the
 * members of a discount code without `code`. Throws 422 if an import would reject the codes, and for `code` or a
 * `max_uses` other than 1 in `settings`.
 */
export const createDiscountBatch = async (input: {
  company: string;
  count: number;
  prefix: string;
  settings: Record<string, unknown>;
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const { company, count, prefix, settings, idempotency } = input;
  if (settings['code'] !== undefined) throw invalid('code', 'The service makes the codes. Send a prefix instead.');
  if (settings['max_uses'] !== undefined && settings['max_uses'] !== 1) {
    throw invalid('max_uses', 'Each code of a batch can be used once. Leave this out.');
  }
  const sample = `${prefix}${'0'.repeat(DISCOUNT_CODE_RANDOM)}`;
  const row = await checkedRow(company, { ...settings, code: sample, max_uses: 1 });
  const { code: _sample, ...discount } = discountCodeEntryOf(row);
  return createBatch({
    company,
    purpose: { discount },
    codes: { count, prefix },
    subject: prefix === '' ? {} : { prefix },
    idempotency,
  });
};
