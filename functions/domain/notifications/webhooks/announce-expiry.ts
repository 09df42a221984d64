import { nowMs } from '../../../platform/clock.ts';
import type { Row } from '../../../storage/table.ts';
import { snapshotOf } from '../../value/items/events/item-changed.ts';
import { loadDueItems } from '../../value/items/events/due-items.ts';
import { walkExpiries, type ExpiryWalk } from '../../value/items/events/walk-expiries.ts';
import type { ItemExpiringMessage } from './messages.ts';
import { endpointsOnce, type EndpointsOf } from './record-event.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** `item.expiring` is sent this many days before an item expires (lib/reference/events.md#types). */
export const DAYS_BEFORE_EXPIRY = [60, 14] as const;

interface AnnouncementOptions extends Pick<ExpiryWalk, 'isOver'> {
  send: (messages: readonly ItemExpiringMessage[]) => Promise<void>;
}

/**
 * Sends a message for each item of a shard that expires in `daysBefore` days and whose company subscribes to the event.
 * The first run starts one day earlier. A message may be sent twice, but its event has a single id.
 */
export const announceExpiry = (
  daysBefore: number,
  shard: number,
  { send, isOver }: AnnouncementOptions,
  receiversOf: EndpointsOf = endpointsOnce(),
): Promise<number> => {
  const untilMs = nowMs() + daysBefore * DAY_MS;
  const walk = { purpose: String(daysBefore), shard, untilMs, firstMs: untilMs - DAY_MS, isOver };
  return walkExpiries(walk, async (due) => {
    const messages = await messagesFor(due, daysBefore, receiversOf);
    await send(messages);
    return messages.length;
  });
};

const messagesFor = async (
  due: readonly Row[],
  daysBefore: number,
  receiversOf: EndpointsOf,
): Promise<ItemExpiringMessage[]> => {
  const items = await loadDueItems(due, async (company) =>
    (await receiversOf(company)).some(({ events }) => events.includes('item.expiring')),
  );
  return items.map((item) => ({
    kind: 'item-expiring' as const,
    item: snapshotOf(item),
    daysBefore,
    atMs: item.validUntilMs + 1 - daysBefore * DAY_MS,
  }));
};
