import { nowMs } from '../../platform/clock.ts';
import { decodeCursor, listPage, type ListPage } from '../../storage/cursors.ts';
import { getRows, queryPage, type Row } from '../../storage/table.ts';
import { eventsOf, KEPT_MS, positionFrom, type WebhookEventRow } from './items.ts';
import type { PageRequest } from './list-endpoints.ts';

/**
 * Events of the last 30 days as they were sent, in the order they were recorded: what a receiver that was down missed.
 * `sinceMs` looks at the moment of recording, which is never before the moment of the event. Throws 422 on
 * `starting_after`.
 */
export const listEvents = async (
  company: string,
  page: PageRequest & { sinceMs: number | undefined },
): Promise<ListPage<unknown>> => {
  const identity = { company, list: 'webhook-events' };
  const after = page.startingAfter === undefined ? '' : decodeCursor<string>(identity, page.startingAfter);
  const from = [after, positionFrom(Math.max(page.sinceMs ?? 0, nowMs() - KEPT_MS, 0))].toSorted().at(-1) ?? '';
  // One more because the position itself is left out, one more to see whether there is more.
  const { rows } = await queryPage<Row>({ ...eventsOf(company), from, limit: page.limit + 2 });
  const keys = rows.filter((row) => (row.ix1sk ?? '') > after);
  const shown = keys.slice(0, page.limit);
  const found = await getRows(shown);
  const events = shown.flatMap((key) => found.get<WebhookEventRow>(key) ?? []);
  const last = keys.length > page.limit ? shown.at(-1)?.ix1sk : undefined;
  return listPage(
    identity,
    events.map((event) => JSON.parse(event.raw) as unknown),
    last,
  );
};
