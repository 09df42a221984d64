import { channelOf, type Channel } from '../../../platform/channels.ts';
import { eventsOf } from './rules.ts';
import type { OrderRow } from './rows.ts';

/** The channel through which an order was created. */
export const channelOfOrder = ({ event }: Pick<OrderRow, 'event'>): Channel =>
  channelOf(eventsOf(event)[0]?.by ?? event.by);
