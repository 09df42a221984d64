import { nowMs, toTimestamp } from '../../../platform/clock.ts';
import { getRowsWithCommon } from '../../../storage/common-rows.ts';
import { RowSet } from '../../../storage/table.ts';
import { cartFromRows, cartKeys } from '../pricing/cart-rows.ts';
import { presentAmounts } from '../pricing/amounts.ts';
import { priceCart } from '../pricing/price.ts';
import { isInOnSale, withShares } from '../../catalog/stock/shares.ts';
import type { QuoteBody } from '../../catalog/products/cart-schema.ts';

/** Validity of a quote; it reserves nothing. */
const QUOTE_SECONDS = 20 * 60;

/** POST /v2/quotes: the amounts of an order of the same selection (lib/reference/pricing.md#quotes). */
export const createQuote = async (company: string, body: QuoteBody) => {
  const { own, common } = cartKeys(company, body);
  const read = await getRowsWithCommon(own, common, { isUnderLoad: isInOnSale });
  const rows = new RowSet(
    await withShares(
      company,
      [...own, ...common].flatMap((key) => read.get(key) ?? []),
    ),
  );
  const atMs = nowMs();
  const cart = cartFromRows(company, body, rows);
  const { amounts, lines, discount } = priceCart({ ...cart, delivery: body.delivery, nowMs: atMs, mode: 'quote' });
  return {
    amounts: presentAmounts(amounts),
    line_items: lines.map((line) => ({
      product_id: line.productId,
      product_option_id: line.optionId,
      amount: line.amount,
      quantity: line.quantity,
      fees: line.fees,
      subtotal: line.subtotal,
      discount: line.discount,
      vat: line.vat,
    })),
    discount: discount && { code: discount.code, percent: discount.percent },
    expires_at: toTimestamp(atMs + QUOTE_SECONDS * 1000),
  };
};
