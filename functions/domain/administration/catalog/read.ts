import { nowMs } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { getRow, queryAll, type Row } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { catalogOf } from '../../catalog/listing/list.ts';
import { prefixOf } from '../../catalog/products/ids.ts';
import { productCollection, type ProductRow } from '../../catalog/products/rows.ts';
import type { StockLookup } from '../../catalog/products/rules.ts';
import { withShares } from '../../catalog/stock/shares.ts';
import { MANAGED_FAMILIES, type ManagedFamily } from './families.ts';
import { presentManagedProduct, productTag, type ManagedProduct } from './present.ts';

/**
 * A product of a company, read consistently with everything that decides its visibility, except for the shares of
 * spread counters, which may be two seconds old.
 */
export interface LoadedManagedProduct {
  company: CompanyRow;
  row: ProductRow;
  stock: StockLookup;
}

/** The family with this name in paths. Throws 404 for an unknown name. */
export const familyNamed = (name: string): ManagedFamily => {
  const family = ownMember(MANAGED_FAMILIES, name);
  if (!family) throw notFound('family');
  return family;
};

/** Throws 404 unless the company is active and has a product with this `id` in the family, archived or not. */
export const loadManagedProduct = async (
  slug: string,
  family: ManagedFamily,
  id: string,
): Promise<LoadedManagedProduct> => {
  if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound('product');
  const [company, rows] = await Promise.all([
    getRow<CompanyRow>(companyKey(slug), { consistent: true }),
    queryAll<Row>({ ...productCollection(slug, `${prefixOf(family.family)}_${id}`), consistent: true }),
  ]);
  const catalog = catalogOf([...(await withShares(slug, rows)), ...(company ? [company] : [])]);
  const [row] = catalog.products;
  if (!row) throw notFound('product');
  return { company: catalog.company, row, stock: catalog.stock };
};

/** GET /v2/catalog/{family}/{id}: the product, archived or not, with its ETag. */
export const readManagedProduct = async (
  company: string,
  familyName: string,
  id: string,
): Promise<{ tag: string; body: ManagedProduct }> => {
  const family = familyNamed(familyName);
  const { row, ...context } = await loadManagedProduct(company, family, id);
  return { tag: productTag(row), body: presentManagedProduct(row, family, { ...context, nowMs: nowMs() }) };
};
