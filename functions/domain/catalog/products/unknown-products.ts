import { getRows } from '../../../storage/table.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { isProductId, VALUE_PRODUCT_ID } from './ids.ts';
import { productKey } from './rows.ts';

/** The unknown product ids of a company, in one read. */
export const unknownProducts = async (company: CompanyRow, ids: readonly string[]): Promise<string[]> => {
  const keyed = ids.filter(isProductId);
  const rows = await getRows(keyed.map((id) => productKey(company.slug, id)));
  const known = new Set(keyed.filter((id) => rows.get(productKey(company.slug, id))));
  if (company.gift_card) known.add(VALUE_PRODUCT_ID);
  return ids.filter((id) => !known.has(id));
};
