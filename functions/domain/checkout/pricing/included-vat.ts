import { containedVat, splitByWeight } from '../../../platform/money.ts';
import type { IncludedVat } from './amounts.ts';
import type { PricedLine } from './draft.ts';

/** Fees and shipping in total. Amounts in the smallest currency unit. */
interface Charges {
  minor: number;
  /** VAT contained in `minor`. */
  tax: number;
  /** VAT rate. */
  percent: number;
}

const paidFor = ({ subtotal, discount }: PricedLine): number => subtotal - discount;

const isTaxed = ({ vatTreatment }: PricedLine): boolean => vatTreatment === 'single_purpose';

/**
 * The VAT of an order, by rate: one figure for each rate, rounded once. VAT other than the `tax` of fees and shipping
 * is split across the lines by largest remainder, so that lines and `tax` add up to the order.
 */
export const withVat = (
  lines: readonly PricedLine[],
  charges: Charges,
): { lines: PricedLine[]; included: IncludedVat[] } => {
  const vats = new Map<PricedLine, number>();
  const rates = new Set(lines.filter(isTaxed).map(({ vatPercent }) => vatPercent));
  if (charges.minor > 0) rates.add(charges.percent);
  const included = [...rates]
    .toSorted((a, b) => a - b)
    .map((rate): IncludedVat => {
      const goods = lines.filter((line) => isTaxed(line) && line.vatPercent === rate);
      const { minor, tax } = charges.percent === rate ? charges : { minor: 0, tax: 0 };
      const gross = goods.reduce((sum, line) => sum + paidFor(line), minor);
      const vat = containedVat(gross, rate);
      const shares = splitByWeight(vat - tax, goods.map(paidFor));
      for (const [at, line] of goods.entries()) vats.set(line, shares[at] ?? 0);
      return { rate, base: gross - vat, vat };
    });
  return { lines: lines.map((line) => ({ ...line, vat: vats.get(line) ?? 0 })), included };
};
