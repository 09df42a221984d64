import { rowOfType } from '../../../storage/row-of-type.ts';
import type { Write } from '../../../storage/transactions.ts';
import type { DiscountCodeRow } from '../../catalog/products/rows.ts';
import { withFieldFaults } from '../catalog/faults.ts';
import { checkedData } from '../operator-data/check-entry.ts';
import { discountRow } from '../operator-data/rows.ts';
import { writesFor } from '../operator-data/write.ts';

/** Number of segments in `$.discount_codes[0]`, the path of the code. */
const DEPTH = 2;

/** Checks an entry like an import of a file with only this entry, and returns its row. Throws 422 with every fault. */
export const checkedRow = (company: string, entry: Record<string, unknown>): Promise<DiscountCodeRow> =>
  withFieldFaults({ depth: DEPTH }, async () => {
    const { data } = await checkedData({ discount_codes: [{ ...entry, company }] });
    const [code] = data.discount_codes;
    if (!code) throw new Error('The checked file has no discount code');
    return discountRow(code);
  });

/**
 * The writes that replace `before` with `row`, except for the members in `keeps`. Throws `ConditionFailed` if the
 * stored row already differs from `before`.
 */
export const planDiscountCode = async (
  row: DiscountCodeRow,
  before: DiscountCodeRow | null,
  keeps: readonly string[],
): Promise<{ row: DiscountCodeRow; writes: Write[] }> => {
  const intent = { row, path: ['discount_codes', 0], keeps, versioned: true, edit: true } as const;
  const plans = await writesFor([{ ...intent, madeFor: before, guarded: ['version'] }]);
  return {
    row: plans[0] ? rowOfType<DiscountCodeRow>('discount-code', plans[0].row) : (before ?? row),
    writes: plans.map(({ write }) => write),
  };
};
