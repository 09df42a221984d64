/** Random characters of a discount code: 60 bits, which cannot be guessed. With a prefix it has at most 25 characters. */
export const DISCOUNT_CODE_RANDOM = 12;
export const PREFIX_MAX = 25 - DISCOUNT_CODE_RANDOM;
