import { foldCode } from '../../catalog/codes/rules.ts';
import { discountCodeKey, type DiscountCodeRow } from '../../catalog/products/rows.ts';
import { notFound } from '../../../platform/errors.ts';
import { strongTag } from '../../../platform/preconditions.ts';
import { getRow } from '../../../storage/table.ts';

/** A discount code in the format of the operator data file, without `company`. */
export interface DiscountCodeEntry {
  code: string;
  percent: number;
  applies_to: DiscountCodeRow['applies_to'];
  enabled: boolean;
  opens_at: string | null;
  closes_at: string | null;
  max_uses: number | null;
}

export const discountCodeEntryOf = (row: DiscountCodeRow): DiscountCodeEntry => ({
  code: row.code,
  percent: row.percent,
  applies_to: row.applies_to,
  enabled: row.enabled,
  opens_at: row.opens_at,
  closes_at: row.closes_at,
  max_uses: row.max_uses,
});

/** A discount code with its uses (lib/reference/catalog.md#campaigns-and-discount-codes). */
export const presentDiscountCode = (row: DiscountCodeRow) => ({
  object: 'discount_code' as const,
  ...discountCodeEntryOf(row),
  used: row.uses,
});

export type PresentedDiscountCode = ReturnType<typeof presentDiscountCode>;

/** ETag of a code. Uses of the code do not change it. */
export const discountCodeTag = (row: DiscountCodeRow): string =>
  strongTag('discount-code', foldCode(row.code), row.version ?? 0, row.createdAtMs ?? 0);

const FOLDED_LENGTH_MAX = 100;

/** The row of a code, deleted or not. */
export const findDiscountCodeRow = async (company: string, code: string): Promise<DiscountCodeRow | undefined> =>
  foldCode(code).length > FOLDED_LENGTH_MAX
    ? undefined
    : getRow<DiscountCodeRow>(discountCodeKey(company, code), { consistent: true });

/** Throws 404 unless the company has this code, ignoring case. */
export const loadDiscountCode = async (company: string, code: string): Promise<DiscountCodeRow> => {
  const row = await findDiscountCodeRow(company, code);
  if (!row || row.deletedAtMs !== undefined) throw notFound('discount code');
  return row;
};
