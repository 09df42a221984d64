/** Values of the `type` filter (lib/reference/items.md#types). */
export const ITEM_TYPES = [
  'GIFTCARD',
  'GIFTCARD VARIATION',
  'DISCOUNTED GC',
  'GIFT CARD WITH ADDED VALUE',
  'TICKET',
  'SPECIALOFFER',
  'BENEFITDEAL',
] as const;
export type ItemType = (typeof ITEM_TYPES)[number];
