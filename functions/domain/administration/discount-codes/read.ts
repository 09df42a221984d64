import type { Reply } from '../../../storage/idempotency.ts';
import { discountCodeTag, loadDiscountCode, presentDiscountCode } from './entry.ts';

/** GET /v2/discount-codes/{code}: the code is case-insensitive. Throws 404. */
export const readDiscountCode = async (company: string, code: string): Promise<Reply> => {
  const row = await loadDiscountCode(company, code);
  return { status: 200, headers: { ETag: discountCodeTag(row) }, body: presentDiscountCode(row) };
};
