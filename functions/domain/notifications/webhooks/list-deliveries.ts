import { nowMs } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { mergedPage, type ListSource } from '../../../storage/merged.ts';
import { getRow, queryAll } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import {
  deliveriesLost,
  deliveriesOf,
  deliveriesOfEndpoint,
  deliveriesOfOrder,
  deliveryKey,
  endpointsOf,
  isLost,
  KEPT_MS,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from './rows.ts';
import { presentDelivery } from './present.ts';
import { DELIVERY_STATUSES, EVENT_TYPES, type DeliveryStatus, type WebhookEventType } from './schema.ts';

/** Filters combine with AND; an absent filter matches all deliveries. */
interface DeliveryFilter {
  endpoint: string | undefined;
  type: WebhookEventType | undefined;
  status: DeliveryStatus | undefined;
  order: string | undefined;
}

/** The smallest lists that contain all deliveries that match a filter. */
const sourcesOf = async (company: string, filter: DeliveryFilter): Promise<ListSource[]> => {
  const { endpoint, type, status, order } = filter;
  const statuses = status ? [status] : DELIVERY_STATUSES;
  if (order) return [deliveriesOfOrder(company, order)];
  if (endpoint) return statuses.map((each) => deliveriesOfEndpoint(company, endpoint, each));
  if (status === 'queued') return queuedOf(company);
  if (!status || !isLost(status)) return [deliveriesOf(company)];
  return (type ? [type] : EVENT_TYPES).map((each) => deliveriesLost(company, each, status));
};

/** Queued deliveries are in the lists of their endpoints. */
const queuedOf = async (company: string): Promise<ListSource[]> => {
  const endpoints = await queryAll<WebhookEndpointRow>({ ...endpointsOf(company), consistent: true });
  return endpoints.map(({ id }) => deliveriesOfEndpoint(company, id, 'queued'));
};

const passes = (filter: DeliveryFilter, delivery: WebhookDeliveryRow): boolean =>
  (filter.endpoint === undefined || delivery.endpointId === filter.endpoint) &&
  (filter.type === undefined || delivery.eventType === filter.type) &&
  (filter.status === undefined || delivery.status === filter.status) &&
  (filter.order === undefined || delivery.orderId === filter.order);

/** Whether the lists to read contain only deliveries that pass the filter. */
const isNarrow = ({ endpoint, type, status, order }: DeliveryFilter): boolean => {
  if (order) return !endpoint && !type && !status;
  if (endpoint) return !type;
  if (status && isLost(status)) return true;
  return !type && status !== 'delivered';
};

/** Deliveries of the last 30 days, newest first. Throws 422 on `starting_after`. */
export const listDeliveries = async (
  company: string,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<ListPage<ReturnType<typeof presentDelivery>>> => {
  const identity = { company, list: 'webhook-deliveries' };
  const before = decodeCursor<string>(identity, page.startingAfter) ?? '~';
  const { entries, next } = await mergedPage<WebhookDeliveryRow>({
    sources: await sourcesOf(company, filter),
    from: sortable(nowMs() - KEPT_MS),
    before,
    limit: page.limit,
    passes: (delivery) => passes(filter, delivery),
    isNarrow: isNarrow(filter),
  });
  return listPage(
    identity,
    entries.map(({ row }) => presentDelivery(row)),
    next,
  );
};

/** One delivery of the last 30 days. Throws 404. */
export const loadDelivery = async (company: string, id: string): Promise<WebhookDeliveryRow> => {
  const delivery = await getRow<WebhookDeliveryRow>(deliveryKey(company, id), { consistent: true });
  if (!delivery || delivery.createdAtMs < nowMs() - KEPT_MS) throw notFound('webhook delivery');
  return delivery;
};
