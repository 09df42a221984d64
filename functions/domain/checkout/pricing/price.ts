import { resolveDelivery, type Parties, type ResolvedDelivery } from '../../catalog/delivery/rules.ts';
import type { Amounts } from './amounts.ts';
import type { Family } from '../../catalog/products/ids.ts';
import type { Delivery } from '../../catalog/products/cart-schema.ts';
import { resolveDiscount, type AppliedDiscount, type SentCode } from './discount.ts';
import { draftLines, lineValidity, type PricedLine } from './draft.ts';
import { Faults } from '../../catalog/products/faults.ts';
import { withVat } from './included-vat.ts';
import { resolveLines, isOptionLine, type Cart, type KnownLine, type OptionLine } from './lines.ts';
import { assertOfferStock, checkQuantities, itemsOfLine } from './quantities.ts';
import { containedVat, percentOf, splitByWeight } from '../../../platform/money.ts';
import { vatPercentOf } from '../../catalog/products/vat.ts';
import { checkTickets } from './ticket-details.ts';

export interface CartInput extends Cart {
  delivery: Delivery | undefined;
  discountCode: SentCode | undefined;
  /** Buyer and recipient of an order; absent for a quote. */
  parties?: Parties | undefined;
  /** Faults that the caller found; they are reported together with those found here. */
  faults?: Faults;
}

export interface PricedCart {
  family: Family;
  lines: PricedLine[];
  amounts: Amounts;
  delivery: ResolvedDelivery;
  discount: AppliedDiscount | null;
  /** Whether only companies may buy a product of the cart (lib/reference/orders.md#buyers). */
  companyRequired: boolean;
}

/**
 * Checks and prices a selection, for quotes and orders alike: an order charges the amounts that a quote shows
 * (lib/reference/pricing.md#amounts). Throws 422 with every fault, and 409 `insufficient_stock` for an order of an
 * offer with too little stock. All figures are in the smallest currency unit.
 */
export const priceCart = (input: CartInput): PricedCart => {
  const faults = input.faults ?? new Faults();
  const known = resolveLines(input, faults);
  checkQuantities(input, known, faults);
  checkTickets(known, faults);
  const family = known[0]?.family;
  const validities = known.filter(isOptionLine).filter(hasValidity).map(lineValidity);
  const delivery = resolveDelivery(
    { ...input, family, cards: cardsOf(known), validities, parties: input.parties },
    faults,
  );
  const posted = delivery.method === 'postal';
  const discount = resolveDiscount({ code: input.discountCode, family, posted, nowMs: input.nowMs }, faults);
  faults.raise();
  assertOfferStock(input, known);
  if (!family) throw new Error('A cart without lines passed validation');
  const drafted = withDiscount(draftLines(input, known), discount);
  return {
    family,
    ...totals({ company: input.company, lines: drafted, postage: delivery.postage, discount }),
    delivery,
    discount,
    companyRequired: known.some(requiresCompany),
  };
};

/** An event without a date is rejected together with the other faults. */
const hasValidity = ({ product }: OptionLine): boolean => product.type !== 'event' || product.starts_at !== null;

const cardsOf = (known: readonly KnownLine[]): number =>
  known.reduce((cards, line) => cards + itemsOfLine(line).itemCount, 0);

const requiresCompany = (known: KnownLine): boolean => {
  if (!isOptionLine(known)) return false;
  return known.product.type === 'event' ? known.product.requires.company : known.product.company_required;
};

/** The discount applies to the whole subtotal and is split across the lines so that they add up to it. */
const withDiscount = (lines: readonly PricedLine[], discount: AppliedDiscount | null): PricedLine[] => {
  if (discount?.appliesTo !== 'goods') return [...lines];
  const subtotals = lines.map((line) => line.subtotal);
  const shares = splitByWeight(percentOf(sum(subtotals), discount.percent), subtotals);
  return lines.map((line, index) => ({ ...line, discount: shares[index] ?? 0 }));
};

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

const totals = (input: {
  company: CartInput['company'];
  lines: readonly PricedLine[];
  postage: number;
  discount: AppliedDiscount | null;
}): Pick<PricedCart, 'lines' | 'amounts'> => {
  const { company, postage, discount: applied } = input;
  const reduction = applied?.appliesTo === 'shipping' ? percentOf(postage, applied.percent) : 0;
  const shipping = postage - reduction;
  const subtotal = sum(input.lines.map((line) => line.subtotal));
  const discount = sum(input.lines.map((line) => line.discount));
  const fees = sum(input.lines.map((line) => line.fees));
  const percent = vatPercentOf(company);
  const tax = containedVat(fees + shipping, percent);
  const { lines, included } = withVat(input.lines, { minor: fees + shipping, tax, percent });
  const total = subtotal - discount + fees + shipping;
  return {
    lines,
    amounts: {
      currency: company.currency,
      subtotal,
      discount,
      fees,
      shipping,
      tax,
      tax_percent: percent,
      included_vat: included,
      total,
    },
  };
};
