/**
 * Number of random characters in a discount code: 60 bits, which cannot be guessed. The code has at most 25 characters
 * with its prefix.
 */
export const DISCOUNT_CODE_RANDOM = 12;
export const PREFIX_MAX = 25 - DISCOUNT_CODE_RANDOM;
