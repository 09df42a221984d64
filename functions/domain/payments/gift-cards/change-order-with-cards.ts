import {
  changeOrder as change,
  type ChangeOptions,
  type OrderEventSource,
  type OrderChangeResult,
  type OrderRef,
} from '../../checkout/orders/change-order.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { moveCards } from './move-cards.ts';

/** Like `changeOrder`, for events that may move gift cards of the order. The cards' writes commit with the change. */
export const changeOrderWithCards = (
  ref: OrderRef,
  event: OrderEventSource,
  {
    by,
    decidedOn,
    ...options
  }: Omit<ChangeOptions, 'moveCards'> & { by: Actor; decidedOn?: () => ItemRow | undefined },
): Promise<OrderChangeResult> => change(ref, event, { ...options, moveCards: moveCards(by, decidedOn) });
