import { channelOf, type Channel } from '../../../platform/channels.ts';
import { creationOf, rememberedEvents } from './rules.ts';
import type { OrderRow } from './rows.ts';

/** The channel through which an order was created. Rows omit the creation by an API key. */
export const channelOfOrder = (order: Pick<OrderRow, 'event' | 'createdAtMs' | 'keyId' | 'company'>): Channel => {
  const creation = creationOf(order);
  const [first] = rememberedEvents(order.event);
  return channelOf(first?.type === creation.type ? first.by : creation.by);
};
