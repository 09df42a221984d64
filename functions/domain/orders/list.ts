import { decodeCursor, fitting, listPage, type ListIdentity, type ListPage } from '../../storage/cursors.ts';
import { getRows, queryPage, type Key, type Row } from '../../storage/table.ts';
import {
  orderPosition,
  ordersByClientReference,
  ordersByEmail,
  ordersInState,
  ordersOf,
  type OrderRow,
} from './rows.ts';
import { OCCURRING_STATES, passes, type OrderFilter } from './list-filter.ts';
import { presentOrder } from './present.ts';

type Source = ReturnType<
  typeof ordersOf | typeof ordersInState | typeof ordersByEmail | typeof ordersByClientReference
>;

/** Orders looked at for one page at most: filters that few pass give shorter pages, not slower ones. */
const LOOKED_AT_MAX = 100;

/** Position of an order in its list: the same text in every index. */
interface Position extends Key {
  at: string;
}

/**
 * One page of orders, newest first. The narrowest filter chooses the index, so that a page costs what it returns; the
 * others are applied to what was read.
 */
export const listOrders = async (
  company: string,
  filter: OrderFilter,
  page: { limit: number; startingAfter: string | undefined },
): Promise<ListPage<ReturnType<typeof presentOrder>>> => {
  const identity: ListIdentity = { company, list: 'orders' };
  let before = page.startingAfter === undefined ? undefined : decodeCursor<string>(identity, page.startingAfter);
  const sources = sourcesOf(company, filter);
  const found: OrderRow[] = [];
  let lookedAt = 0;
  let exhausted = false;
  while (!exhausted && found.length <= page.limit && lookedAt < LOOKED_AT_MAX) {
    const positions = await newest(sources, filter, before, page.limit + 1);
    exhausted = positions.length <= page.limit;
    lookedAt += positions.length;
    const rows = await getRows(positions);
    const orders = positions.flatMap((position) => rows.get<OrderRow>(position) ?? []);
    found.push(...orders.filter((order) => passes(filter, order)));
    before = positions.at(-1)?.at;
  }
  const shown = found.slice(0, page.limit);
  const presented = shown.map(presentOrder);
  const data = presented.slice(0, fitting(presented));
  const last = found.length > data.length ? shown[data.length - 1] : undefined;
  // Where the page breaks off early, the next one goes on behind what was looked at.
  const next = last ? orderPosition(last) : exhausted ? undefined : before;
  return listPage(identity, data, next);
};

const sourcesOf = (company: string, filter: OrderFilter): Source[] => {
  if (filter.clientReferences) return filter.clientReferences.map((value) => ordersByClientReference(company, value));
  if (filter.emails) return filter.emails.map((email) => ordersByEmail(company, email));
  if (!filter.statuses && !filter.paymentStatuses) return [ordersOf(company)];
  return OCCURRING_STATES.filter(
    ([status, payment]) =>
      (filter.statuses?.includes(status) ?? true) && (filter.paymentStatuses?.includes(payment) ?? true),
  ).map(([status, payment]) => ordersInState(company, status, payment));
};

/** The newest positions over all sources before a position: every source is asked side by side and merged. */
const newest = async (
  sources: readonly Source[],
  filter: OrderFilter,
  before: string | undefined,
  limit: number,
): Promise<Position[]> => {
  const from = positionAt(filter.createdFromMs ?? 0);
  const to = [before, filter.createdBeforeMs === undefined ? undefined : positionAt(filter.createdBeforeMs)]
    .filter((bound) => bound !== undefined)
    .reduce((least, bound) => (bound < least ? bound : least), '~');
  if (to < from) return [];
  const pages = await Promise.all(
    // One more than asked for, because the upper bound itself is left out.
    sources.map((source) => queryPage<Row>({ ...source, from, to, descending: true, limit: limit + 1 })),
  );
  return pages
    .flatMap(({ rows }, index) => {
      const attribute = `${sources[index]?.index ?? 'ix1'}sk` as keyof Row;
      return rows.map((row): Position => ({ pk: row.pk, sk: row.sk, at: String(row[attribute]) }));
    })
    .filter((position) => position.at < to)
    .sort((left, right) => (left.at < right.at ? 1 : -1))
    .slice(0, limit);
};

const positionAt = (atMs: number): string => String(Math.max(0, atMs)).padStart(14, '0');
