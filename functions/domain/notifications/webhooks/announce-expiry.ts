import { nowMs } from '../../../platform/clock.ts';
import { dueBetween, duePosition } from '../../../storage/due-rows.ts';
import { getRow, putRow, type Row } from '../../../storage/table.ts';
import { snapshotOf } from '../../value/items/events/item-changed.ts';
import { loadDueItems } from '../../value/items/events/due-items.ts';
import type { ItemExpiring } from './messages.ts';
import { endpointsOnce, type EndpointsOf } from './record-event.ts';

/** `item.expiring` is sent this many days before an item expires (lib/reference/events.md#types). */
export const DAYS_BEFORE_EXPIRY = [60, 14] as const;
const DAY_MS = 24 * 3600 * 1000;
const PAGE = 100;

/** Position in one shard of the index of expiries for one number of days. */
interface ExpiryProgressRow extends Row {
  type: 'expiry-progress';
  /** Position in the due index after which the next run continues. */
  position: string;
}

const progressKey = (daysBefore: number, shard: number) => ({
  pk: `EXPIRING#${daysBefore}`,
  sk: `shard#${shard}`,
});

interface Announcing {
  send: (messages: readonly ItemExpiring[]) => Promise<void>;
  /** Whether the run must stop and leave the rest to the next one. */
  isOver: () => boolean;
}

/**
 * Sends a message for each item of a shard that expires in `daysBefore` days and whose company subscribes to it.
 * Continues in the index of expiries where the last run stopped, so that each item is found once. The first run begins
 * one day earlier. An item may be sent twice: its event has one id.
 */
export const announceExpiry = async (
  daysBefore: number,
  shard: number,
  { send, isOver }: Announcing,
  receiversOf: EndpointsOf = endpointsOnce(),
): Promise<number> => {
  const key = progressKey(daysBefore, shard);
  const now = nowMs();
  const to = duePosition(now + daysBefore * DAY_MS + 1);
  const progress = await getRow<ExpiryProgressRow>(key, { consistent: true });
  let from = progress?.position ?? duePosition(now + (daysBefore - 1) * DAY_MS);
  let sent = 0;
  while (!isOver()) {
    const due = await dueBetween('item-expiry', shard, { from, to }, PAGE);
    const messages = await messagesFor(due, daysBefore, receiversOf);
    await send(messages);
    sent += messages.length;
    // After the last entry read, or at the end after the whole range.
    from = due.length < PAGE ? to : `${due.at(-1)?.duesk ?? to}\u0000`;
    const row: ExpiryProgressRow = { ...key, type: 'expiry-progress', v: 1, position: from };
    await putRow(row);
    if (due.length < PAGE) break;
  }
  return sent;
};

const messagesFor = async (
  due: readonly Row[],
  daysBefore: number,
  receiversOf: EndpointsOf,
): Promise<ItemExpiring[]> => {
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
