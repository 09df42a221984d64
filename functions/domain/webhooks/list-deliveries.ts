import { nowMs } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { decodeCursor, listPage, type ListPage } from '../../storage/cursors.ts';
import { getRow, getRows, queryAll, queryPage, type IndexName, type Key, type Row } from '../../storage/table.ts';
import {
  deliveriesEnded,
  deliveriesOf,
  deliveriesOfEndpoint,
  deliveriesOfOrder,
  deliveryKey,
  endpointsOf,
  KEPT_MS,
  position,
  positionFrom,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from './rows.ts';
import type { PageRequest } from './list-endpoints.ts';
import { presentDelivery } from './present.ts';
import { DELIVERY_STATUSES, EVENT_TYPES, type DeliveryStatus, type WebhookEventType } from './schema.ts';

/** Filters combine with AND; absent means all. */
export interface DeliveryFilter {
  endpoint: string | undefined;
  type: WebhookEventType | undefined;
  status: DeliveryStatus | undefined;
  order: string | undefined;
}

interface Source {
  index: IndexName;
  partition: string;
}

/** The narrowest collections that hold everything a filter asks for. */
const sourcesOf = async (company: string, filter: DeliveryFilter): Promise<Source[]> => {
  const { endpoint, type, status, order } = filter;
  const statuses = status ? [status] : DELIVERY_STATUSES;
  if (order) return [deliveriesOfOrder(company, order)];
  if (endpoint) return statuses.map((each) => deliveriesOfEndpoint(company, endpoint, each));
  if (!type && !status) return [deliveriesOf(company)];
  const types = type ? [type] : EVENT_TYPES;
  const ended = types.flatMap((eachType) =>
    statuses.flatMap((each) => (each === 'queued' ? [] : deliveriesEnded(company, eachType, each))),
  );
  return statuses.includes('queued') ? [...ended, ...(await queuedOf(company))] : ended;
};

/** Queued deliveries stand with their endpoints. */
const queuedOf = async (company: string): Promise<Source[]> => {
  const endpoints = await queryAll<WebhookEndpointRow>(endpointsOf(company));
  return endpoints.map(({ id }) => deliveriesOfEndpoint(company, id, 'queued'));
};

const passes = (filter: DeliveryFilter, delivery: WebhookDeliveryRow): boolean =>
  (filter.endpoint === undefined || delivery.endpointId === filter.endpoint) &&
  (filter.type === undefined || delivery.eventType === filter.type) &&
  (filter.status === undefined || delivery.status === filter.status) &&
  (filter.order === undefined || delivery.orderId === filter.order);

/** Deliveries looked at for one page at most: filters that few pass give shorter pages, not slower ones. */
const LOOKED_AT_MAX = 100;

/** Deliveries of the last 30 days, newest first. Throws 422 on `starting_after`. */
export const listDeliveries = async (
  company: string,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<ListPage<ReturnType<typeof presentDelivery>>> => {
  const identity = { company, list: 'webhook-deliveries' };
  let before = page.startingAfter === undefined ? undefined : decodeCursor<string>(identity, page.startingAfter);
  const sources = await sourcesOf(company, filter);
  const found: WebhookDeliveryRow[] = [];
  let lookedAt = 0;
  let exhausted = false;
  while (!exhausted && found.length <= page.limit && lookedAt < LOOKED_AT_MAX) {
    const positions = await newest(sources, before, page.limit + 1);
    exhausted = positions.length <= page.limit;
    lookedAt += positions.length;
    const rows = await getRows(positions);
    const deliveries = positions.flatMap((at) => rows.get<WebhookDeliveryRow>(at) ?? []);
    found.push(...deliveries.filter((delivery) => passes(filter, delivery)));
    before = positions.at(-1)?.at;
  }
  const data = found.slice(0, page.limit);
  const last = found.length > page.limit ? data.at(-1) : undefined;
  // Where the page breaks off early, the next one goes on behind what was looked at.
  const next = last ? position(last.createdAtMs, last.id) : exhausted ? undefined : before;
  return listPage(identity, data.map(presentDelivery), next);
};

interface Position extends Key {
  at: string;
}

/** The newest entries over all sources that stand before a position. */
const newest = async (sources: readonly Source[], before: string | undefined, limit: number): Promise<Position[]> => {
  const from = positionFrom(nowMs() - KEPT_MS);
  const to = before ?? '~';
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
    .filter(({ at }) => at < to)
    .toSorted((left, right) => (left.at < right.at ? 1 : -1))
    .slice(0, limit);
};

/** One delivery of the last 30 days. Throws 404. */
export const readDelivery = async (company: string, id: string): Promise<WebhookDeliveryRow> => {
  const delivery = await getRow<WebhookDeliveryRow>(deliveryKey(company, id), { consistent: true });
  if (!delivery || delivery.createdAtMs < nowMs() - KEPT_MS) throw notFound('webhook delivery');
  return delivery;
};
