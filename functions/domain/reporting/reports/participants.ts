import { decimalFromMinor } from '../../../platform/decimals.ts';
import { notFound } from '../../../platform/errors.ts';
import { localDateTime } from '../../../platform/zones.ts';
import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { hashInput } from '../../../storage/idempotency.ts';
import { getRow, getRows, queryAll, queryPage, type Key, type Row } from '../../../storage/table.ts';
import { productIdOf } from '../../catalog/products/ids.ts';
import type { EventRow } from '../../catalog/products/rows.ts';
import { companyKey, companyPartition, type CompanyRow } from '../../company/companies/rows.ts';
import { CANCELLED, ticketsOfEvent, USED, type ItemRow, type ItemStatus } from '../../value/items/rows.ts';
import { vatMembers } from '../../value/items/present.ts';
import { termsOf } from '../../value/items/load.ts';
import { claimedPieces, STATUS_NAMES, statusAt, type ItemTerms } from '../../value/items/rules.ts';
import { normalizeSearch } from '../../value/items/search/search-texts.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';

interface ParticipantsQuery extends PageRequest {
  text: string | undefined;
}

/** The last seat of a page: the position of its ticket, and its number within the ticket. */
interface Position {
  at: string;
  seat: number;
}

/** Maximum number of tickets read for one page. A selective search gives shorter pages, not slower ones. */
const READ_MAX = 3000;
/** Number of tickets per read of a search; few of them may match. */
const SEARCHED_PER_READ = 200;

/** A seat of a ticket. The first seats of a ticket for several people are those that have been claimed. */
export const presentSeat = (item: ItemRow, seat: number, terms: ItemTerms) => ({
  sender_name: item.sender.name,
  sender_email: item.sender.email,
  sender_phone: item.sender.phone,
  sender_comment: item.ticket?.comment ?? null,
  sender_code: item.ticket?.code ?? null,
  ticket_variation: item.variant,
  ticket_price: decimalFromMinor(item.priceMinor, item.currency),
  ...vatMembers(item, item.priceMinor),
  created_at: localDateTime(item.createdAtMs, terms.zone),
  payment_type: item.paymentType,
  payment_OTH: item.priceMinor === 0,
  claimed_at:
    seat < claimedPieces(item) && item.lastClaimedAtMs !== null
      ? localDateTime(item.lastClaimedAtMs, terms.zone)
      : null,
  status: seatStatus(item, seat, terms),
  status_name: STATUS_NAMES[seatStatus(item, seat, terms)],
});

/** The first seats of a ticket are claimed, the last are withdrawn. */
const seatStatus = (item: ItemRow, seat: number, { nowMs }: ItemTerms): ItemStatus => {
  if (seat < claimedPieces(item)) return USED;
  return seat < item.pieces - item.withdrawnPieces ? statusAt(item, nowMs) : CANCELLED;
};

export type Participant = ReturnType<typeof presentSeat>;

/** Number of seats sold with a ticket, as counted in `sold` of the event. 0 for an add-on. */
const seatsOf = (item: ItemRow): number => (item.addOn ? 0 : item.pieces);

const mentions = (item: ItemRow, searchText: string): boolean =>
  searchText === '' ||
  [item.sender.name, item.sender.email, item.sender.phone, item.ticket?.comment, item.ticket?.code, item.variant].some(
    (text) => typeof text === 'string' && normalizeSearch(text).includes(searchText),
  );

/**
 * One row for each sold seat, in the order of sale (lib/reference/reports.md#participants). Throws 404 for an unknown
 * event or company.
 */
export const listParticipants = (
  company: string,
  slug: string,
  query: ParticipantsQuery,
): Promise<ListPage<Participant>> => listParticipantsAs(company, slug, query, presentSeat);

/** Like `listParticipants`, presented by `present`. */
export const listParticipantsAs = async <T>(
  company: string,
  slug: string,
  query: ParticipantsQuery,
  present: (item: ItemRow, seat: number, terms: ItemTerms) => T,
): Promise<ListPage<T>> => {
  const identity = { company, list: `participants#${hashInput({ slug, text: query.text })}` };
  const after = decodeCursor<Position>(identity, query.startingAfter);
  const known = eventWithSlug(company, slug);
  const [companyRow, event, seatsOfSlug] = await Promise.all([
    getRow<CompanyRow>(companyKey(company)),
    known,
    findSeats(company, [slug], { query, after, event: known }),
  ]);
  if (!companyRow) throw notFound('company');
  if (!event) throw notFound('event');
  const slugs = [slug, ...(event.formerSlugs ?? [])];
  const page = event.formerSlugs ? await findSeats(company, slugs, { query, after, event: known }) : seatsOfSlug;
  const rows = page.seats.map(({ item, seat }) => present(item, seat, termsOf(companyRow)));
  return listPage(identity, rows, page.next);
};

const eventWithSlug = async (company: string, slug: string): Promise<EventRow | undefined> => {
  const products = await queryAll<Row>({ partition: companyPartition(company), prefix: 'catalog#evt_' });
  return products
    .flatMap((row) => (row.type === 'event' ? [rowOfType<EventRow>('event', row)] : []))
    .find((row) => row.slug === slug);
};

interface SeatPage {
  seats: { item: ItemRow; seat: number }[];
  next: Position | undefined;
}

type IndexedKey = Key & { ix3sk: string };

interface SeatRequest {
  query: ParticipantsQuery;
  after: Position | undefined;
  /** Read concurrently with the first tickets. */
  event: Promise<EventRow | undefined>;
}

/**
 * Seats of the event in the lists of these slugs. The lists may also contain tickets of other events that have or had
 * one of the slugs.
 */
const findSeats = async (
  company: string,
  slugs: readonly string[],
  { query, after, event: known }: SeatRequest,
): Promise<SeatPage> => {
  const searchText = query.text === undefined ? '' : normalizeSearch(query.text);
  const seats: { item: ItemRow; seat: number; at: string }[] = [];
  let from = after?.at ?? '0';
  const limit = searchText === '' ? query.limit + 1 : SEARCHED_PER_READ;
  for (let read = 0; read < READ_MAX;) {
    const { keys, isLast } = await ticketsFrom(company, slugs, { from, limit });
    const [rows, event] = await Promise.all([getRows(keys), known]);
    if (!event) return { seats: [], next: undefined };
    for (const key of keys) {
      const item = rows.get<ItemRow>(key);
      if (!item || !mentions(item, searchText) || item.productId !== productIdOf(event)) continue;
      const first = key.ix3sk === after?.at ? after.seat + 1 : 0;
      for (let seat = first; seat < seatsOf(item); seat++) seats.push({ item, seat, at: key.ix3sk });
    }
    read += keys.length;
    if (seats.length > query.limit) return pageOf(seats.slice(0, query.limit));
    const last = keys.at(-1);
    if (isLast || !last) return { seats, next: undefined };
    if (read >= READ_MAX) return { seats, next: { at: last.ix3sk, seat: Number.MAX_SAFE_INTEGER } };
    from = `${last.ix3sk}\u0000`;
  }
  return { seats, next: undefined };
};

/** The next tickets by time of issue, across all lists. */
const ticketsFrom = async (
  company: string,
  slugs: readonly string[],
  { from, limit }: { from: string; limit: number },
): Promise<{ keys: IndexedKey[]; isLast: boolean }> => {
  const pages = await Promise.all(
    slugs.map((slug) => queryPage<IndexedKey>({ ...ticketsOfEvent(company, slug), from, to: '~', limit })),
  );
  // A list that was not read to its end may have entries before those of another list.
  const ends = pages.flatMap(({ rows, lastKey }) => (lastKey ? [rows.at(-1)?.ix3sk ?? from] : []));
  const keys = pages
    .flatMap(({ rows }) => rows)
    .filter(({ ix3sk }) => ends.every((end) => ix3sk <= end))
    .toSorted((one, other) => (one.ix3sk < other.ix3sk ? -1 : 1));
  return { keys, isLast: ends.length === 0 };
};

const pageOf = (seats: readonly { item: ItemRow; seat: number; at: string }[]): SeatPage => {
  const last = seats.at(-1);
  return { seats: [...seats], next: last ? { at: last.at, seat: last.seat } : undefined };
};
