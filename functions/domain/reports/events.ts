import { notFound } from '../../platform/errors.ts';
import { localDateTime } from '../../platform/zones.ts';
import { decodeCursor, listPage, type ListPage } from '../../storage/cursors.ts';
import { getRow, queryAll, type Row } from '../../storage/table.ts';
import { optionIdOf, productIdOf } from '../catalogue/ids.ts';
import { familyCollection, type EventRow } from '../catalogue/rows.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { EVENT_SEATS, type StockRow } from '../stock/rows.ts';
import { withShares } from '../stock/shares.ts';

export interface EventsQuery {
  /** Only events that the order form shows. */
  online: boolean;
  /** Private events instead of public ones. */
  private: boolean;
  limit: number;
  startingAfter: string | undefined;
}

interface Seats {
  sold: number;
  /** Held by unpaid orders. */
  blocked: number;
  all: number;
}

const isRow =
  <T extends Row>(type: T['type']) =>
  (row: Row): row is T =>
    row.type === type;

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

const totalOf = ({ remaining, held, sold }: StockRow): number => remaining + held + sold;

/**
 * Seats of an event over all options but add-ons, which take none. Where the event as a whole counts its seats, they
 * say what is sold and held, and there are no more seats than they or the options have.
 */
const seatsOf = (event: EventRow, stock: readonly StockRow[]): Seats => {
  const ids = new Set(event.options.filter((option) => !option.add_on).map((option) => optionIdOf(event, option)));
  const own = stock.filter(({ productId }) => productId === productIdOf(event));
  const counters = own.filter(({ optionId }) => ids.has(optionId));
  const whole = event.seats === null ? undefined : own.find(({ optionId }) => optionId === EVENT_SEATS);
  if (!whole) {
    return {
      sold: sum(counters.map(({ sold }) => sold)),
      blocked: sum(counters.map(({ held }) => held)),
      all: sum(counters.map(totalOf)),
    };
  }
  const isLimited = counters.length === ids.size && ids.size > 0;
  const all = isLimited ? Math.min(totalOf(whole), sum(counters.map(totalOf))) : totalOf(whole);
  return { sold: whole.sold, blocked: whole.held, all };
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

export type EventReport = ReturnType<typeof presentEvent>;

/** Events of a company by number, undated and past ones too (lib/reference/reports.md#events). */
export const listEvents = async (company: string, query: EventsQuery): Promise<ListPage<EventReport>> => {
  const identity = { company, list: 'events' };
  const after = query.startingAfter === undefined ? 0 : decodeCursor<number>(identity, query.startingAfter);
  const [companyRow, catalogued] = await Promise.all([
    getRow<CompanyRow>(companyKey(company)),
    queryAll<Row>(familyCollection(company, 'event_ticket')),
  ]);
  if (!companyRow) throw notFound('company');
  const rows = await withShares(company, catalogued);
  const stock = rows.filter(isRow<StockRow>('stock'));
  const events = rows
    .filter(isRow<EventRow>('event'))
    .filter((event) => event.public !== query.private && (event.online || !query.online) && event.id > after)
    .toSorted((a, b) => a.id - b.id);
  const shown = events.slice(0, query.limit);
  const data = shown.map((event) => presentEvent(event, stock, companyRow.time_zone));
  return listPage(identity, data, events.length > shown.length ? shown.at(-1)?.id : undefined);
};
