import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { nowMs } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { getRow, queryAll, type Row } from '../../../storage/table.ts';
import { withShares } from '../stock/shares.ts';
import { isProductId, VALUE_PRODUCT_ID } from '../products/ids.ts';
import { productCollection } from '../products/rows.ts';
import { catalogOf } from './list.ts';
import { presentProduct, presentValueProduct, type Product } from './present.ts';
import { isListed } from '../products/rules.ts';

/**
 * GET /v2/products/{product_id}. Throws 404 for a product that is not listed: it is unknown, private or withheld, or
 * belongs to another company.
 */
export const readProduct = async (
  companySlug: string,
  productId: string,
): Promise<{ language: string; product: Product }> => {
  const isValue = productId === VALUE_PRODUCT_ID;
  if (!isValue && !isProductId(productId)) throw notFound('product');
  const [companyRow, rows] = await Promise.all([
    getRow<CompanyRow>(companyKey(companySlug)),
    isValue ? [] : readWhole(companySlug, productId),
  ]);
  const { company, products, stock } = catalogOf(companyRow ? [...rows, companyRow] : rows);
  const atMs = nowMs();
  const [row] = products;
  const listed = row && isListed(company, row, stock, atMs) ? presentProduct(company, row, stock) : undefined;
  const product: Product = isValue ? presentValueProduct(company, atMs) : listed;
  if (!product) throw notFound('product');
  return { language: company.language, product };
};

const readWhole = async (company: string, productId: string): Promise<Row[]> =>
  withShares(company, await queryAll<Row>(productCollection(company, productId)));
