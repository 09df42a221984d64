const MOST_SIGNIFICANT_DIGITS = 6;

/**
 * Whether a total in the smallest currency unit can be written with six significant digits; trailing zeros do not count
 * (lib/reference/pricing.md#six-significant-digits). Orders and refunds check it; quotes do not.
 */
export const isWithinSixDigits = (totalMinor: number): boolean =>
  String(totalMinor).replace(/0+$/, '').length <= MOST_SIGNIFICANT_DIGITS;
