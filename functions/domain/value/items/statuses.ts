/** 3 Used, 4 Cancelled, 5 Expired, 6 Paid, 10 Awaiting Payment (lib/reference/items.md#states). */
export const ITEM_STATUSES = [3, 4, 5, 6, 10] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];
export const USED = 3;
export const CANCELLED = 4;
export const EXPIRED = 5;
export const PAID_STATUS = 6;
export const AWAITING_PAYMENT = 10;
