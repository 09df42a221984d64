import {
  operatorDataSchema,
  type OperatorData,
} from '../../../functions/domain/administration/operator-data/schema.ts';
import { productIdOf } from '../../../functions/domain/catalog/products/ids.ts';
import type { DiscountCodeRow, ProductRow } from '../../../functions/domain/catalog/products/rows.ts';
import type { StockLookup } from '../../../functions/domain/catalog/products/rules.ts';
import type { CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { priceCart, type CartInput, type PricedCart } from '../../../functions/domain/checkout/pricing/price.ts';
import { ApiError } from '../../../functions/platform/errors.ts';
import type * as z from 'zod/mini';

type RawData = z.input<typeof operatorDataSchema>;
type RawCompany = NonNullable<RawData['companies']>[number];

export const NOW = Date.parse('2026-11-21T12:00:00Z');

const COMPANY: RawCompany = {
  slug: 'nordlys',
  name: 'Nordlys ApS',
  currency: 'DKK',
  language: 'da',
  contract: { checkout: true },
  approved_urls: ['https://shop.example/'],
  gift_card: { name: 'Gift card', minimum_amount: 10_000, maximum_amount: 500_000, order_fee: 1000 },
};

/** A small shop. Each part can be replaced. */
export interface Shop {
  company: CompanyRow;
  products: Map<string, ProductRow>;
  codes: Map<string, DiscountCodeRow>;
}

const KINDS = { experiences: 'experience', events: 'event', special_offers: 'special-offer' } as const;

/** Parses operator data like the import, and makes rows. */
export const shopOf = (data: Partial<RawData> & { company?: Partial<RawCompany> }): Shop => {
  const { company, ...rest } = data;
  const parsed: OperatorData = operatorDataSchema.parse({ companies: [{ ...COMPANY, ...company }], ...rest });
  const row = { pk: '', sk: '', v: 1 };
  const products = new Map<string, ProductRow>();
  for (const kind of ['experiences', 'events', 'special_offers'] as const) {
    for (const entry of parsed[kind]) {
      const product = { ...row, ...entry, type: KINDS[kind] } as ProductRow;
      products.set(productIdOf(product), product);
    }
  }
  const [given] = parsed.companies;
  if (!given) throw new Error('no company');
  const { brand: _brand, pdf_templates: _templates, ...first } = given;
  return {
    company: { ...row, ...first, type: 'company', campaigns: parsed.campaigns },
    products,
    codes: new Map(
      parsed.discount_codes.map((code) => [
        code.code.toUpperCase(),
        { ...row, ...code, type: 'discount-code', uses: 0 },
      ]),
    ),
  };
};

/** Remaining stock of options. The names of `figures` are `product/option`. */
export const stockOf =
  (figures: Record<string, number> = {}): StockLookup =>
  (productId, optionId) => {
    const remaining = figures[`${productId}/${optionId}`];
    return remaining === undefined ? undefined : { remaining };
  };

type Options = Partial<Omit<CartInput, 'discountCode'>> & { discountCode?: string };

export const cartOf = (shop: Shop, options: Options): CartInput => {
  const { discountCode, ...rest } = options;
  return {
    company: shop.company,
    products: shop.products,
    stock: stockOf(),
    items: [],
    nowMs: NOW,
    mode: 'quote',
    delivery: undefined,
    discountCode:
      discountCode === undefined ? undefined : { sent: discountCode, row: shop.codes.get(discountCode.toUpperCase()) },
    ...rest,
  };
};

export const price = (shop: Shop, options: Options): PricedCart => priceCart(cartOf(shop, options));

/** Status, code and fields of a cart's error. */
export const refusal = (shop: Shop, options: Options): { status: number; code: string; fields: string[] } => {
  try {
    priceCart(cartOf(shop, options));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, code: error.code, fields: Object.keys(error.fields ?? {}) };
  }
  throw new Error('The cart was accepted');
};
