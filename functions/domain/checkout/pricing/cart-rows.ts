import { isOptionId, isProductId } from '../../catalog/products/ids.ts';
import { discountCodeKey, productKey, productsIn, type DiscountCodeRow } from '../../catalog/products/rows.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import type { QuoteBody } from '../../catalog/products/cart-schema.ts';
import { EVENT_SEATS, stockKey, type StockRow } from '../../catalog/stock/rows.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Key, RowSet } from '../../../storage/table.ts';
import type { CartInput } from './price.ts';

type Selection = Pick<QuoteBody, 'items' | 'discount_code'>;

/**
 * Every row that pricing a selection needs: the company, the products and their counters, which all buyers share, and
 * the discount code. All keys are derived from the request, so one batch reads them. Under load and in an on-sale,
 * quoted stock may be two seconds old; orders check current stock.
 */
export const cartKeys = (company: string, selection: Selection): { common: Key[]; own: Key[] } => {
  const lines = selection.items.filter(({ product_id: id }) => isProductId(id));
  return {
    common: [
      companyKey(company),
      ...lines.map(({ product_id: id }) => productKey(company, id)),
      ...lines.flatMap(({ product_id: productId, product_option_id: optionId }) => [
        ...(optionId && isOptionId(optionId) ? [stockKey(company, productId, optionId)] : []),
        ...(productId.startsWith('evt_') ? [stockKey(company, productId, EVENT_SEATS)] : []),
      ]),
    ],
    own: selection.discount_code === undefined ? [] : [discountCodeKey(company, selection.discount_code)],
  };
};

type CartRows = Pick<CartInput, 'company' | 'products' | 'stock' | 'items' | 'discountCode'>;

/**
 * The part of a cart that comes from the rows of `cartKeys`. Throws 404 when the company does not exist or is inactive.
 */
export const cartFromRows = (company: string, selection: Selection, rows: RowSet): CartRows => {
  const companyRow = rows.get<CompanyRow>(companyKey(company));
  if (!companyRow?.active) throw notFound('company');
  const { discount_code: sent } = selection;
  return {
    company: companyRow,
    items: selection.items,
    products: productsIn(
      rows,
      company,
      selection.items.map(({ product_id: id }) => id),
    ),
    stock: (productId, optionId) => rows.get<StockRow>(stockKey(company, productId, optionId)),
    discountCode:
      sent === undefined ? undefined : { sent, row: rows.get<DiscountCodeRow>(discountCodeKey(company, sent)) },
  };
};
