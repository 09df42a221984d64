/**
 * The only rounding rule of the service: half up to the smallest unit, with integers. Percentages may have decimals;
 * they are converted to integer millionths, which avoids floating-point errors.
 */

const MILLIONTHS = 1_000_000;

const millionths = (percent: number): bigint => BigInt(Math.round(percent * MILLIONTHS));

/** Divides two non-negative integers and rounds half up. */
const divideHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator));

/** A percentage of an amount in the smallest currency unit. */
export const percentOf = (amountMinor: number, percent: number): number =>
  divideHalfUp(BigInt(amountMinor) * millionths(percent), 100n * BigInt(MILLIONTHS));

/** The VAT that an amount includes: at 25 percent, a fifth of it. */
export const containedVat = (grossMinor: number, vatPercent: number): number =>
  divideHalfUp(BigInt(grossMinor) * millionths(vatPercent), 100n * BigInt(MILLIONTHS) + millionths(vatPercent));

/**
 * Distributes an amount in proportion to weights, by the largest remainder. The shares add up to the amount and differ
 * from the exact shares by less than one unit; of equal remainders, the earlier weight gets the unit. The amount is at
 * most the sum of the weights, so no share exceeds its weight.
 */
export const splitByWeight = (amountMinor: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, index) => {
    const product = BigInt(amountMinor) * BigInt(weight);
    return { index, share: Number(product / sum), remainder: product % sum };
  });
  let remainingMinor = amountMinor - parts.reduce((total, part) => total + part.share, 0);
  for (const part of parts.toSorted(byRemainder)) {
    if (remainingMinor <= 0) break;
    part.share += 1;
    remainingMinor -= 1;
  }
  return parts.map((part) => part.share);
};

const byRemainder = (a: { index: number; remainder: bigint }, b: { index: number; remainder: bigint }): number =>
  a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1;
