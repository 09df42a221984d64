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
 * Seats of an event over all options but add-ons, which take none. The counter of the event says what is sold and held.
 * There are as many as the event or its options have; where nothing limits them, as are gone and as limited options have
 * left.
 */
const seatsOf = (event: EventRow, stock: readonly StockRow[]): Seats => {
  const ids = new Set(event.options.filter((option) => !option.add_on).map((option) => optionIdOf(event, option)));
  const own = stock.filter(({ productId }) => productId === productIdOf(event));
  const counters = own.filter(({ optionId }) => ids.has(optionId));
  const whole = own.find(({ optionId }) => optionId === EVENT_SEATS);
  const taken = soldAndHeld(whole, counters);
  if (!whole || event.seats === null) {
    return { ...taken, all: taken.sold + taken.blocked + sum(counters.map(({ remaining }) => remaining)) };
  }
  const isLimited = counters.length === ids.size && ids.size > 0;
  const seats = whole.seats === null ? event.seats : totalOf(whole);
  return { ...taken, all: isLimited ? Math.min(seats, sum(counters.map(totalOf))) : seats };
};

/** Before every order is counted with its event, those of limited options say more. */
const soldAndHeld = (whole: StockRow | undefined, counters: readonly StockRow[]): Omit<Seats, 'all'> => {
  const [sold, blocked] = [sum(counters.map(({ sold }) => sold)), sum(counters.map(({ held }) => held))];
  if (whole?.counted) return { sold: whole.sold, blocked: whole.held };
  return { sold: Math.max(sold, whole?.sold ?? 0), blocked: Math.max(blocked, whole?.held ?? 0) };
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
  const rows = await withShares(company, catalogued, { tallies: true });
  const stock = rows.filter(isRow<StockRow>('stock'));
  const events = rows
    .filter(isRow<EventRow>('event'))
    .filter((event) => event.public !== query.private && (event.online || !query.online) && event.id > after)
    .toSorted((a, b) => a.id - b.id);
  const shown = events.slice(0, query.limit);
  const data = shown.map((event) => presentEvent(event, stock, companyRow.time_zone));
  return listPage(identity, data, events.length > shown.length ? shown.at(-1)?.id : undefined);
};
