import { forget, share, sharedRead } from '../../../storage/shared-reads.ts';
import type { ItemEventType } from '../../events/catalog/item-events.ts';
import { eventOfEntry } from '../../value/items/events/event-of-entry.ts';
import type { ItemSnapshot } from '../../value/items/events/item-changed.ts';
import { presentItemEvent, type ItemEventData } from '../../value/items/events/present.ts';
import { readEntries } from '../../value/items/events/read-entries.ts';
import { itemIdOf } from '../../value/items/item-id.ts';
import { compressed } from './event-bytes.ts';
import type { ItemExpiring, ItemHappened } from './messages.ts';
import { readEndpoints, recordEvent, type Recording } from './record-event.ts';
import type { WebhookEndpointRow } from './rows.ts';
import { isSubscribed, itemEnvelope, itemEventId, itemExpiringId, passesFilter, receives } from './rules.ts';

const EXPIRING = 'item.expiring';

interface ItemEvent {
  id: string;
  type: ItemEventType;
  atMs: number;
  sequence: number;
  data: ItemEventData;
}

/** A first subscription to item events takes effect in other execution environments after this time. */
export const UNSUBSCRIBED_MS = 60_000;

const unsubscribedName = (company: string): string => `item-events-unsubscribed#${company}`;

/** Called after a change of what endpoints of a company subscribe to: the next item event reads them. */
export const forgetUnsubscribed = (company: string): void => forget(unsubscribedName(company));

const isAboutItems = ({ events }: WebhookEndpointRow): boolean => events.some((type) => type.startsWith('item.'));

/**
 * Records the events of one change of an item, one for each ledger entry, and has them delivered. Nothing is written for a
 * company without a subscriber to item events, and nothing read within a minute (lib/decisions/events.md). May run any number
 * of times.
 */
export const recordItemEvents = async (
  { item, fromSeq }: ItemHappened,
  { receiversOf = readEndpoints, attempt }: Recording = {},
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
 * Endpoints of a company of which some subscribe to item events; empty when none does, which is kept between invocations.
 * Endpoints themselves are read each time, so one that is disabled or deleted gets nothing more.
 */
const itemReceiversOf = async (
  company: string,
  receiversOf: NonNullable<Recording['receiversOf']>,
): Promise<WebhookEndpointRow[]> => {
  const name = unsubscribedName(company);
  if (sharedRead(name, UNSUBSCRIBED_MS, true)) return [];
  const askedAtMs = performance.now();
  const endpoints = await receiversOf(company);
  if (endpoints.some(isAboutItems)) return endpoints;
  share(name, true, askedAtMs);
  return [];
};

/** Records that an item expires soon. It changes nothing, so it carries the number of the newest entry. */
export const recordItemExpiring = async (
  { item, daysBefore, atMs }: ItemExpiring,
  { receiversOf = readEndpoints, attempt }: Recording = {},
): Promise<void> => {
  const data = presentItemEvent(item, null, atMs);
  const event = { id: itemExpiringId(item, daysBefore), type: EXPIRING, atMs, sequence: item.ledgerSeq, data } as const;
  await record(item, event, await receiversOf(item.company), attempt);
};

/** An event that no endpoint subscribed to is not recorded; one that is disabled now still finds it in the feed. */
const record = async (
  item: ItemSnapshot,
  event: ItemEvent,
  endpoints: readonly WebhookEndpointRow[],
  attempt: Recording['attempt'],
): Promise<void> => {
  const { id, type, atMs } = event;
  if (!endpoints.some((endpoint) => isSubscribed(endpoint, event))) return;
  const receivers = endpoints.filter((endpoint) => receives(endpoint, event) && passesFilter(endpoint.filter, item));
  await recordEvent(
    {
      id,
      company: item.company,
      eventType: type,
      itemId: itemIdOf(item),
      occurredAtMs: atMs,
      raw: compressed(JSON.stringify(itemEnvelope(id, event))),
      ...(item.onSale ? { onSale: true } : {}),
    },
    async () => receivers,
    { attempt },
  );
};
