import { invalidateSharedRead, shareRead, findSharedRead } from '../../../storage/shared-reads.ts';
import type { ItemEventType } from '../../events/catalog/item-events.ts';
import { eventOfEntry } from '../../value/items/events/event-of-entry.ts';
import type { ItemSnapshot } from '../../value/items/events/item-changed.ts';
import { presentItemEvent, type ItemEventData } from '../../value/items/events/present.ts';
import { readEntries } from '../../value/items/events/read-entries.ts';
import { itemIdOf } from '../../value/items/item-id.ts';
import { compressEvent } from './event-bytes.ts';
import type { ItemExpiringMessage, ItemEventMessage } from './messages.ts';
import { endpointsWithin, invalidateEndpoints, readEndpoints } from './cached-endpoints.ts';
import { recordEvent, type EventRecording } from './record-event.ts';
import type { WebhookEndpointRow } from './rows.ts';
import { isSubscribed, itemEnvelope, itemEventId, itemExpiringId, isInEventFilter, isDeliveredTo } from './rules.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

const EXPIRING = 'item.expiring';

interface ItemEvent {
  id: string;
  type: ItemEventType;
  atMs: number;
  sequence: number;
  data: ItemEventData;
}

/** Maximum delay until a first subscription to item events is effective in other execution environments. */
export const UNSUBSCRIBED_MS = MINUTE_MS;

const unsubscribedName = (company: string): string => `item-events-unsubscribed#${company}`;

/** Called after a change to the subscriptions of a company's endpoints, so that the next item event reads them. */
export const invalidateUnsubscribed = (company: string): void => {
  invalidateSharedRead(unsubscribedName(company));
  invalidateEndpoints(company);
};

const isAboutItems = ({ events }: WebhookEndpointRow): boolean => events.some((type) => type.startsWith('item.'));

/**
 * Records the events of one change to an item, one per ledger entry, with their deliveries. Without subscribers to item
 * events, it writes nothing, and reads the endpoints at most once a minute (lib/decisions/events.md). Idempotent.
 */
export const recordItemEvents = async (
  { item, fromSeq }: ItemEventMessage,
  { receiversOf = readEndpoints, attempt }: EventRecording = {},
): Promise<void> => {
  const endpoints = await itemReceiversOf(item.company, receiversOf);
  if (endpoints.length === 0) return;
  for (const entry of await readEntries({ item, fromSeq })) {
    const type = eventOfEntry(entry);
    if (type === null) continue;
    const data = presentItemEvent(item, entry, entry.atMs);
    const id = itemEventId(item.company, item.code, entry.seq);
    await record(item, { id, type, atMs: entry.atMs, sequence: entry.seq, data }, endpoints, attempt);
  }
};

/**
 * Endpoints of a company if any of them subscribes to item events, otherwise empty. An empty result is cached between
 * invocations. Existing endpoints are read each time, so that a disabled or deleted endpoint gets nothing more.
 */
const itemReceiversOf = async (
  company: string,
  receiversOf: NonNullable<EventRecording['receiversOf']>,
): Promise<readonly WebhookEndpointRow[]> => {
  const name = unsubscribedName(company);
  const known = endpointsWithin(company, UNSUBSCRIBED_MS);
  if (findSharedRead(name, UNSUBSCRIBED_MS, true) || (known && !known.some(isAboutItems))) return [];
  const startedAtMs = performance.now();
  const endpoints = await receiversOf(company);
  if (endpoints.some(isAboutItems)) return endpoints;
  shareRead(name, true, startedAtMs);
  return [];
};

/**
 * Records that an item expires soon. This is not a change to the item, so the event has the number of the newest ledger
 * entry.
 */
export const recordItemExpiring = async (
  { item, daysBefore, atMs }: ItemExpiringMessage,
  { receiversOf = readEndpoints, attempt }: EventRecording = {},
): Promise<void> => {
  const data = presentItemEvent(item, null, atMs);
  const event = { id: itemExpiringId(item, daysBefore), type: EXPIRING, atMs, sequence: item.ledgerSeq, data } as const;
  await record(item, event, await receiversOf(item.company), attempt);
};

/**
 * Records an event only if an endpoint subscribes to it. The endpoint may be disabled, because its receiver can find
 * the event in the feed.
 */
const record = async (
  item: ItemSnapshot,
  event: ItemEvent,
  endpoints: readonly WebhookEndpointRow[],
  attempt: EventRecording['attempt'],
): Promise<void> => {
  const { id, type, atMs } = event;
  if (!endpoints.some((endpoint) => isSubscribed(endpoint, event))) return;
  const receivers = endpoints.filter(
    (endpoint) => isDeliveredTo(endpoint, event) && isInEventFilter(endpoint.filter, item),
  );
  await recordEvent(
    {
      id,
      company: item.company,
      eventType: type,
      itemId: itemIdOf(item),
      occurredAtMs: atMs,
      raw: compressEvent(JSON.stringify(itemEnvelope(id, event))),
      ...(item.onSale ? { onSale: true } : {}),
    },
    async () => receivers,
    { attempt },
  );
};
