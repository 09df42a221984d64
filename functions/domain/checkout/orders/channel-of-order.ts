import { channelOf, type Channel } from '../../../platform/channels.ts';
import { creationOf, rememberedEvents } from './rules.ts';
import type { OrderRow } from './rows.ts';

/**
 * The channel through which an order was created. Rows do not store the creation event if an API key created the order.
 */
export const channelOfOrder = (order: Pick<OrderRow, 'event' | 'createdAtMs' | 'keyId' | 'company'>): Channel => {
  const creation = creationOf(order);
  const [first] = rememberedEvents(order.event);
  return channelOf(first?.type === creation.type ? first.by : creation.by);
};
