import { strongTag } from '../../../platform/preconditions.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import type { ProductRow } from '../../catalog/products/rows.ts';
import { isCancelled, withheldReasons, type StockLookup } from '../../catalog/products/rules.ts';
import { productEntryOf } from './entry.ts';
import type { ManagedFamily } from './families.ts';

/**
 * ETag of a product for administrators. It covers the product's row only, not the further data that decides what buyers
 * see.
 */
export const productTag = (row: ProductRow): string =>
  strongTag(productIdOf(row), row.version ?? 0, row.createdAtMs ?? 0);

interface ProductContext {
  company: CompanyRow;
  stock: StockLookup;
  nowMs: number;
}

/**
 * A product for administrators: the members of operator data, whether buyers see it, and the reasons if not
 * (lib/reference/catalog.md#managing-the-catalog).
 */
export const presentManagedProduct = (
  row: ProductRow,
  family: ManagedFamily,
  { company, stock, nowMs }: ProductContext,
) => {
  const withheld = withheldReasons(company, row, stock, nowMs);
  const { options, ...entry } = productEntryOf(row, family);
  return {
    object: 'managed_product' as const,
    product_id: productIdOf(row),
    ...entry,
    ...(isCancelled(row) ? { active: false } : {}),
    options: options.map((option) => {
      const optionId = optionIdOf(row, option);
      const remaining =
        option['stock'] === null ? null : (stock(productIdOf(row), optionId)?.remaining ?? option['stock']);
      return { option_id: optionId, ...option, stock: remaining };
    }),
    published: withheld.length === 0,
    withheld,
  };
};

export type ManagedProduct = ReturnType<typeof presentManagedProduct>;
