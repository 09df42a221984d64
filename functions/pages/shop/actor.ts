import type { Actor } from '../../platform/actor.ts';

/** The actor for changes by buyers on the order page. */
export const ORDER_PAGE: Actor = { system: 'order-page' };
