import { ordering } from '../../../platform/messages/ordering.ts';
import { valueRanges } from '../../catalog/products/campaigns.ts';
import { familyOf, VALUE_PRODUCT_ID, type Family, type ProductFamily } from '../../catalog/products/ids.ts';
import type { EventRow, ExperienceRow, ProductRow, SpecialOfferRow } from '../../catalog/products/rows.ts';
import { findOption, isOffered, type StockLookup } from '../../catalog/products/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { CartLine } from '../../catalog/products/cart-schema.ts';
import type { Faults } from '../../catalog/products/faults.ts';

/** The lines of a quote or order, and the data they are checked against. */
export interface Cart {
  company: CompanyRow;
  /** The products of the lines, by API id; unknown products are absent. */
  products: ReadonlyMap<string, ProductRow>;
  /** Stock counters, if they were read. Otherwise, only the transaction checks stock. */
  stock: StockLookup | undefined;
  items: readonly CartLine[];
  nowMs: number;
  /** A quote checks only published stock; an order checks all stock that was read. */
  mode: 'quote' | 'order';
}

/** The line of a gift card of variable value, which cannot be ordered together with other lines. */
export interface ValueLine {
  family: 'gift_card';
  index: number;
  line: CartLine;
  amount: number;
}

interface LineOf<F extends ProductFamily, P extends ProductRow> {
  family: F;
  index: number;
  line: CartLine;
  product: P;
  option: P['options'][number];
}

export type EventLine = LineOf<'event_ticket', EventRow>;
export type OptionLine =
  | EventLine
  | LineOf<'gift_card_variant', ExperienceRow>
  | LineOf<'special_offer', SpecialOfferRow>;

export type KnownLine = ValueLine | OptionLine;

export const isOptionLine = (known: KnownLine): known is OptionLine => known.family !== 'gift_card';

/** Field of a line: `items.0.quantity`. */
export const lineField = (index: number, member: string): string => `items.${index}.${member}`;

/** Resolves the product of each line and omits lines with a fault (lib/reference/orders.md#lines). */
export const resolveLines = (cart: Cart, faults: Faults): KnownLine[] => {
  const families = new Set<Family>();
  const known = cart.items.flatMap((line, index): KnownLine[] => {
    const giftCard = line.product_id === VALUE_PRODUCT_ID ? valueLine(cart, index, faults) : undefined;
    const product = line.product_id === VALUE_PRODUCT_ID ? undefined : offeredProduct(cart, index, faults);
    if (giftCard) families.add('gift_card');
    if (product) families.add(familyOf(product));
    if (giftCard) return [giftCard];
    return product ? optionLine(product, { line, index }, faults) : [];
  });
  if (families.size > 1) {
    faults.add('items', ordering('families_mixed'));
  } else if (families.has('gift_card') && cart.items.length > 1) {
    faults.add('items', ordering('gift_card_with_other_lines'));
  }
  refuseRepeats(known, faults);
  return known;
};

const valueLine = (cart: Cart, index: number, faults: Faults): ValueLine | undefined => {
  const line = cart.items[index] as CartLine;
  if (!cart.company.gift_card) {
    faults.add(lineField(index, 'product_id'), ordering('product_unknown'));
    return undefined;
  }
  if (line.product_option_id !== undefined) {
    faults.add(lineField(index, 'product_option_id'), ordering('gift_card_has_no_options'));
  }
  if (line.ticket !== undefined) faults.add(lineField(index, 'ticket'), ordering('ticket_without_event'));
  checkAmount(cart, line.amount, { field: lineField(index, 'amount'), faults });
  return { family: 'gift_card', index, line, amount: line.amount ?? 0 };
};

const checkAmount = (cart: Cart, amount: number | undefined, report: { field: string; faults: Faults }): void => {
  if (amount === undefined) {
    report.faults.add(report.field, ordering('amount_missing'));
    return;
  }
  const ranges = valueRanges(cart.company, cart.nowMs);
  if (ranges.some(({ from, to }) => from <= amount && amount <= to)) return;
  const allowed = ranges.map(({ from, to }) => `${from} to ${to}`).join(', or ');
  report.faults.add(report.field, ordering('amount_out_of_range', { allowed, currency: cart.company.currency }));
};

const offeredProduct = (cart: Cart, index: number, faults: Faults): ProductRow | undefined => {
  const product = cart.products.get((cart.items[index] as CartLine).product_id);
  if (product && isOffered(cart.company, product, cart.nowMs)) return product;
  faults.add(lineField(index, 'product_id'), ordering('product_unknown'));
  return undefined;
};

const optionLine = (product: ProductRow, at: { line: CartLine; index: number }, faults: Faults): OptionLine[] => {
  const { line, index } = at;
  if (line.amount !== undefined) {
    faults.add(lineField(index, 'amount'), ordering('amount_without_gift_card'));
  }
  if (line.ticket !== undefined && product.type !== 'event') {
    faults.add(lineField(index, 'ticket'), ordering('ticket_without_event'));
  }
  const field = lineField(index, 'product_option_id');
  const optionId = line.product_option_id;
  if (optionId === undefined) {
    faults.add(field, ordering('option_missing'));
    return [];
  }
  const option = findOption(product, optionId);
  if (!option) {
    faults.add(field, ordering('option_unknown'));
    return [];
  }
  return [{ family: familyOf(product), index, line, product, option } as OptionLine];
};

const refuseRepeats = (known: readonly KnownLine[], faults: Faults): void => {
  const firstLines = new Map<string, number>();
  for (const { line, index } of known.filter(isOptionLine)) {
    const option = line.product_option_id as string;
    const first = firstLines.get(option);
    if (first === undefined) firstLines.set(option, index);
    else faults.add(lineField(index, 'product_option_id'), ordering('option_repeated', { line: first }));
  }
};
