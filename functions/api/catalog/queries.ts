import * as z from 'zod/mini';

export const listProductsQuery = z.object({
  type: z.optional(z.enum(['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer'])),
  /** `cat_3` or `3`; a category without products gives an empty list. */
  category: z.optional(z.string()),
  limit: z.optional(z.string()),
  starting_after: z.optional(z.string()),
});

export const pickupPointsQuery = z.object({
  country: z.string().check(z.regex(/^[A-Za-z]{2}$/, 'This must be a country code of two letters, such as DK.')),
  postcode: z
    .string()
    .check(
      z.trim(),
      z.regex(/^(?=.*\d)[A-Za-z0-9][A-Za-z0-9 -]{1,11}$/, 'This must be a postcode of that country, such as 2100.'),
    ),
});
