/**
 * Random characters of a discount code. Their 60 bits cannot be guessed. Prefix and random characters are at most 25 in
 * total.
 */
export const DISCOUNT_CODE_RANDOM = 12;
export const PREFIX_MAX = 25 - DISCOUNT_CODE_RANDOM;
