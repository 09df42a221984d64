import type { Actor } from '../../platform/actor.ts';

/** The actor for a buyer on the order page. */
export const ORDER_PAGE: Actor = { system: 'order-page' };
