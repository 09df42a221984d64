import { nowMs } from '../../../platform/clock.ts';
import { invalid } from '../../../platform/errors.ts';
import { parseMoment } from '../../../platform/timestamps.ts';
import { decodeCursor, countFitting, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { isKnownSharded } from '../../../storage/sharded-lists.ts';
import { getRow, getRows, queryAll, queryPage, type Key, type Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import { eventKey, eventsOf, eventsOfItem, itemEventsOf, KEPT_MS, position, type WebhookEventRow } from './rows.ts';
import { decompressEvent } from './event-bytes.ts';

/**
 * The partitions of a sharded index show new entries with different delays, so newer events are left to the next read.
 * The recording times of concurrent writers may differ by more, so the documentation of `since` asks readers to overlap
 * by a minute.
 */
const SHARDS_SETTLE_MS = 2000;
/** Sorts after every position. */
const LAST = '~';

const isEventId = (text: string): boolean => text.startsWith('evt_');

/** Start of the list after a known event. */
const positionOf = async (company: string, since: string | undefined): Promise<string> => {
  if (since === undefined || !isEventId(since)) return '';
  const event = await getRow<WebhookEventRow>(eventKey(company, since), { consistent: true });
  if (!event) throw invalid('since', 'There is no such event any more. Send a timestamp instead.');
  return position(event.recordedAtMs, event.id);
};

/** Ids of all events of an item. */
export const eventIdsOfItem = async (company: string, item: string): Promise<string[]> => {
  const keys = await queryAll<Key>(eventsOfItem(company, item));
  return keys.map(({ pk }) => pk.slice(eventKey(company, '').pk.length));
};

interface FeedEntry extends Key {
  at: string;
}

/** The first entries of the feed from a position onward, oldest first: of one item, or of the whole company. */
const listEntries = async (
  company: string,
  item: string | undefined,
  from: string,
  limit: number,
): Promise<FeedEntry[]> => {
  if (item !== undefined) {
    const { rows } = await queryPage<Row>({ ...eventsOfItem(company, item), from, limit });
    return rows.map(({ pk, sk, ix2sk: at = '' }) => ({ pk, sk, at }));
  }
  const lists = [eventsOf(company), itemEventsOf(company)];
  const pages = await Promise.all(lists.map((list) => queryPage<Row>({ ...list, from, limit })));
  return pages
    .flatMap(({ rows }) => rows.map(({ pk, sk, ix1sk: at = '' }) => ({ pk, sk, at })))
    .toSorted((left, right) => (left.at < right.at ? -1 : 1))
    .slice(0, limit);
};

/**
 * Events of the last 30 days as sent, in the order of recording, for a receiver that missed events during an outage.
 * `since` is a time of recording, which is never before the time of the event, or the id of the event after which the
 * list begins; `item` selects one item. Throws 422 on `starting_after` and `since`.
 */
export const listWebhookEvents = async (
  company: string,
  page: PageRequest & { since: string | undefined; item?: string | undefined },
): Promise<ListPage<unknown>> => {
  const identity = { company, list: page.item === undefined ? 'webhook-events' : `webhook-events#${page.item}` };
  const after = decodeCursor<string>(identity, page.startingAfter) ?? (await positionOf(company, page.since));
  const sinceMs = page.since === undefined || isEventId(page.since) ? 0 : (parseMoment(page.since) ?? 0);
  const from = [after, sortable(Math.max(sinceMs, nowMs() - KEPT_MS))].toSorted().at(-1) ?? '';
  // One further entry because the position is excluded, and one to detect a next page.
  const entries = await listEntries(company, page.item, from, page.limit + 2);
  const until = isKnownSharded(company) ? sortable(nowMs() - SHARDS_SETTLE_MS) : LAST;
  const keys = entries.filter(({ at }) => at > after && at < until);
  const shown = keys.slice(0, page.limit);
  const rows = await getRows(shown);
  const events = shown.flatMap((key) => {
    const event = rows.get<WebhookEventRow>(key);
    return event ? [{ at: key.at, body: JSON.parse(decompressEvent(event).toString()) as unknown }] : [];
  });
  const data = events.slice(0, countFitting(events.map(({ body }) => body)));
  const cut = data.length < events.length ? data.at(-1)?.at : undefined;
  const last = cut ?? (keys.length > page.limit ? shown.at(-1)?.at : undefined);
  return listPage(
    identity,
    data.map(({ body }) => body),
    last,
  );
};
