import type { Actor } from '../../platform/actor.ts';

/** Who acts when a buyer uses the order page. */
export const ORDER_PAGE: Actor = { system: 'order-page' };
