import type { ListedProduct } from '../../domain/catalog/listing/browse.ts';
import type { ShownAmounts } from '../../domain/checkout/pricing/amounts.ts';
import { lineField } from '../../domain/checkout/pricing/lines.ts';
import { orderOf, priceSoFar, type Checkout } from './checkout.ts';
import { addRefusal, FormFaults, PRICED } from './form/faults.ts';
import type { FormLine } from './form/lines.ts';
import { faultTexts } from './texts/faults.ts';

/** The price of the lines in a link, or the faults that prevent pricing, before the buyer fills in the form. */
export const priceOrFaults = async (
  checkout: Checkout,
): Promise<{ amounts: ShownAmounts | undefined; faults: FormFaults }> => {
  const { visit, typed, products } = checkout;
  const order = orderOf(checkout);
  const allFaults = new FormFaults();
  const amounts = await priceSoFar(checkout, order, (why) => {
    if (why.status === 422) addRefusal(allFaults, why, { visit, typed, lines: order.lines, products });
  });
  for (const line of order.lines) {
    if (!isInStock(products, line))
      allFaults.add(lineField(line.index, 'quantity'), faultTexts(visit.language).soldOut);
  }
  const faults = new FormFaults();
  for (const [field, sentence] of allFaults.fields) {
    if (PRICED.test(field) && typed.get(field) !== '') faults.add(field, sentence);
  }
  return { amounts, faults };
};

/**
 * Whether a line is available, as far as the catalog shows it. Hidden stock is checked only when the order is placed.
 */
const isInStock = (products: ReadonlyMap<string, ListedProduct>, { productId, optionId }: FormLine): boolean => {
  const product = products.get(productId);
  const option = product && 'options' in product ? product.options.find(({ id }) => id === optionId) : undefined;
  return option?.availability.in_stock ?? true;
};
