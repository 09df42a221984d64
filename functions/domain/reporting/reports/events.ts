import { nowMs } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { localDateTime } from '../../../platform/zones.ts';
import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { getRow, queryAll, type Row } from '../../../storage/table.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import { familyCollection, type EventRow } from '../../catalog/products/rows.ts';
import { isOver } from '../../catalog/products/rules.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { EVENT_SEATS, type StockRow } from '../../catalog/stock/rows.ts';
import { withShares } from '../../catalog/stock/shares.ts';

interface EventsQuery extends PageRequest {
  /** Only events on the order form. */
  online: boolean;
  /** Private events instead of public ones. */
  private: boolean;
}

interface Seats {
  sold: number;
  /** Seats held by unpaid orders. */
  blocked: number;
  all: number;
}

const isRow =
  <T extends Row>(type: T['type']) =>
  (row: Row): row is T =>
    row.type === type;

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

/**
 * Seats of an event across all options except add-ons. Sold and held seats come from the counter of the event. The
 * total comes from the event or its options. Without a limit, the total is the sum of sold seats, held seats and the
 * remaining seats of limited options. An option whose limit was removed keeps its counter, which no longer counts.
 */
const seatsOf = (event: EventRow, stock: readonly StockRow[]): Seats => {
  const ofEvent = stock.filter(({ productId }) => productId === productIdOf(event));
  const options = event.options.filter(({ add_on, id }) => !add_on && !event.removedOptions?.includes(id));
  const limited = new Set(options.filter((each) => each.stock !== undefined).map((each) => optionIdOf(event, each)));
  const remaining = sum(ofEvent.filter(({ optionId }) => limited.has(optionId)).map((counter) => counter.remaining));
  const whole = ofEvent.find(({ optionId }) => optionId === EVENT_SEATS);
  const used = { sold: whole?.sold ?? 0, blocked: whole?.held ?? 0 };
  const all = used.sold + used.blocked + remaining;
  if (!whole || event.seats === null) return { ...used, all };
  const seats = whole.seats === null ? event.seats : whole.remaining + whole.held + whole.sold;
  const isLimited = limited.size === options.length && limited.size > 0;
  return { ...used, all: isLimited ? Math.min(seats, all) : seats };
};

const presentEvent = (event: EventRow, stock: readonly StockRow[], zone: string) => {
  const local = (moment: string | null): string | null =>
    moment === null ? null : localDateTime(Date.parse(moment), zone);
  return {
    name: event.name,
    slug: event.slug,
    private: !event.public,
    online: event.online,
    venue: event.venue?.name ?? null,
    venue_address: event.venue?.address ?? null,
    venue_postcode: event.venue?.postcode ?? null,
    date_activate: local(event.opens_at),
    date_deactivate: local(event.closes_at),
    ...seatsOf(event, stock),
  };
};

type EventReport = ReturnType<typeof presentEvent>;

/** Every event of a company by number, with its counters. Throws 404 for an unknown company. */
const readEvents = async (company: string) => {
  const [companyRow, catalog] = await Promise.all([
    getRow<CompanyRow>(companyKey(company)),
    queryAll<Row>(familyCollection(company, 'event_ticket')),
  ]);
  if (!companyRow) throw notFound('company');
  const rows = await withShares(company, catalog, { tallies: true });
  const events = rows.filter(isRow<EventRow>('event')).toSorted((a, b) => a.id - b.id);
  return { company: companyRow, events, stock: rows.filter(isRow<StockRow>('stock')) };
};

/** After every possible day of an event. */
const NEVER = '9999-12-31T23:59:59Z';

export interface EventByDay extends EventReport {
  /** RFC 3339; null while the event has no date. */
  startsAt: string | null;
  /** Whether the start has a time of day. */
  hasTime: boolean;
  /** Whether the last day is over in the company's zone. */
  isOver: boolean;
  isCancelled: boolean;
  formerSlugs: readonly string[];
}

/**
 * Every event of a company, including private events. Current and future events come first, by start, then events
 * without a date, then past events, the latest first.
 */
export const listEventsByDay = async (company: string): Promise<EventByDay[]> => {
  const { company: row, events, stock } = await readEvents(company);
  const now = nowMs();
  const all = events.map((event) => ({
    ...presentEvent(event, stock, row.time_zone),
    startsAt: event.starts_at,
    hasTime: event.date_precision === 'date_time' || event.date_precision === 'date_time_range',
    isOver: isOver(row, event, now),
    isCancelled: event.cancellation !== undefined,
    formerSlugs: event.formerSlugs ?? [],
  }));
  const startMs = ({ startsAt }: EventByDay): number => Date.parse(startsAt ?? NEVER);
  const ahead = all.filter((event) => !event.isOver).toSorted((a, b) => startMs(a) - startMs(b));
  const over = all.filter((event) => event.isOver).toSorted((a, b) => startMs(b) - startMs(a));
  return [...ahead, ...over];
};

/** Events of a company by number, including undated and past ones (lib/reference/reports.md#events). */
export const listEvents = async (company: string, query: EventsQuery): Promise<ListPage<EventReport>> => {
  const identity = { company, list: 'events' };
  const after = decodeCursor<number>(identity, query.startingAfter) ?? 0;
  const { company: row, events: all, stock } = await readEvents(company);
  const events = all.filter(
    (event) => event.public !== query.private && (event.online || !query.online) && event.id > after,
  );
  const shown = events.slice(0, query.limit);
  const data = shown.map((event) => presentEvent(event, stock, row.time_zone));
  return listPage(identity, data, events.length > shown.length ? shown.at(-1)?.id : undefined);
};
