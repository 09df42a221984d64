import { MAX_DELAY_SECONDS, type QueueMessage } from '../../../adapters/queue/send.ts';
import { dueAt } from '../../../storage/due.ts';
import type { IndexKeys } from '../../../storage/table.ts';
import type { QueueName } from '../../../platform/resource-names.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import type { PostingReport } from '../../fulfillment/shipments/relay.ts';
import { itemChanged } from '../../value/items/events/item-changed.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { hasSpreadStock } from '../../catalog/stock/counters.ts';
import { presentOrderForWebhook } from '../../checkout/orders/present.ts';
import { hasCapture } from '../../checkout/orders/rules.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from './rows.ts';
import type {
  DeliveryAttempt,
  EndpointClosedMessage,
  EndpointDisabledMessage,
  EndpointDisabledNotice,
  ItemEventMessage,
  OrderEventMessage,
  ShipmentPostedMessage,
} from './messages.ts';
import { statusOfClosedEndpoint, disabledFault } from './rules.ts';
import { isOrderEventType } from '../../events/catalog/event-catalog.ts';

/** The event of a change to an order that increased the sequence number. Contains the order at that time. */
export const orderEvent = (before: OrderRow | undefined, after: OrderRow): OrderEventMessage | undefined => {
  const { seq, type, atMs, by, endpoints } = after.event;
  if (seq <= (before?.event.seq ?? 0) || !isOrderEventType(type)) return undefined;
  const order = presentOrderForWebhook(atEvent(after));
  const onSale = hasSpreadStock(after.lines) ? { onSale: true } : {};
  const seenEndpoints = endpoints === undefined ? {} : { endpoints };
  return {
    kind: 'order',
    company: after.company,
    orderId: after.id,
    seq,
    type,
    atMs,
    by,
    order,
    ...onSale,
    ...seenEndpoints,
  };
};

/**
 * The order at the time of its event. One change may include an authorization and its capture; the event is the
 * authorization.
 */
const atEvent = (order: OrderRow): OrderRow => {
  const { payment: status, captured } = order.event;
  const { capturedAtMs, ...payment } = order.payment;
  const isCaptured = hasCapture(order.event) && capturedAtMs !== undefined;
  return { ...order, payment: { ...payment, status, captured, ...(isCaptured ? { capturedAtMs } : {}) } };
};

/** The possible events of a change to an item; the worker checks whether an endpoint of the company subscribes. */
export const itemEvents = (before: ItemRow | undefined, after: ItemRow): ItemEventMessage | undefined => {
  const change = itemChanged(before, after);
  return change && { kind: 'item', ...change };
};

export const attemptOf = (delivery: WebhookDeliveryRow): DeliveryAttempt => ({
  company: delivery.company,
  deliveryId: delivery.id,
  endpointId: delivery.endpointId,
  eventId: delivery.eventId,
  turn: delivery.turn,
  dueAtMs: delivery.nextAttemptAtMs ?? 0,
  lane: delivery.lane,
});

export const laneQueue = (lane: WebhookDeliveryRow['lane']): QueueName =>
  lane === 'slow' ? 'webhook-deliveries-slow' : 'webhook-deliveries';

/** The first attempt of a delivery without a row. `recorded`: data that the attempt does not have to read. */
export const firstAttemptOf = (
  { company, id, endpointId, eventId, lane }: WebhookDeliveryRow,
  recorded?: DeliveryAttempt['recorded'],
): DeliveryAttempt => ({
  company,
  deliveryId: id,
  endpointId,
  eventId,
  turn: 'first',
  dueAtMs: 0,
  lane,
  ...(recorded ? { recorded } : {}),
});

/** The message of an attempt. The queue delays it until the attempt is due, to the nearest second. */
export const attemptMessage = (turn: DeliveryAttempt, now: number): QueueMessage => ({
  body: turn,
  delaySeconds: Math.max(0, Math.round((turn.dueAtMs - now) / 1000)),
  group: turn.company,
});

/** A queue delays messages for at most 15 minutes; later attempts wait in the due index. */
const canWaitInQueue = (delayMs: number): boolean => delayMs <= MAX_DELAY_SECONDS * 1000;

export const deliveryDue = (deliveryId: string, atMs: number, delayMs: number): IndexKeys =>
  canWaitInQueue(delayMs) ? {} : dueAt('webhook-delivery', deliveryId, atMs);

/** Whether a change to a delivery scheduled an attempt that goes to a queue now. */
export const isAttemptScheduled = (before: WebhookDeliveryRow | undefined, after: WebhookDeliveryRow): boolean =>
  after.status === 'queued' && after.turn !== before?.turn && after.duepk === undefined;

/** Settles queued deliveries of an endpoint that was deleted or disabled. */
export const endpointClosed = (
  before: WebhookEndpointRow,
  after: WebhookEndpointRow | undefined,
): EndpointClosedMessage | undefined => {
  const settleAs = statusOfClosedEndpoint(after);
  if (before.status !== 'enabled' || !settleAs) return undefined;
  return { kind: 'endpoint-closed', company: before.company, endpointId: before.id, settleAs };
};

/** Notifies the company's other endpoints that an endpoint was disabled, for any reason. */
export const endpointDisabled = (
  before: WebhookEndpointRow,
  after: WebhookEndpointRow | undefined,
): EndpointDisabledMessage | undefined =>
  before.status === 'enabled' && after?.status === 'disabled'
    ? {
        kind: 'endpoint-disabled',
        company: after.company,
        endpointId: after.id,
        atMs: after.disabledAtMs ?? after.updatedAtMs,
      }
    : undefined;

/** Notifies the company of an endpoint that the service disabled. */
export const disabledNotice = (
  before: WebhookEndpointRow,
  after: WebhookEndpointRow | undefined,
): EndpointDisabledNotice | undefined => {
  const reason = after && disabledFault(after);
  if (before.status !== 'enabled' || after?.status !== 'disabled' || !reason) return undefined;
  const atMs = after.disabledAtMs ?? after.updatedAtMs;
  return {
    kind: 'notice',
    notice: 'webhook-endpoint-disabled',
    company: after.company,
    noticeId: `${after.id}-${atMs}`,
    endpointId: after.id,
    url: after.url,
    reason,
    atMs,
  };
};

/** The event of a posted shipment. Its time is when the posting was reported, not when the cards were handed over. */
export const shipmentPosted = ({ company, atMs, shipment }: PostingReport): ShipmentPostedMessage => ({
  kind: 'shipment-posted',
  company,
  atMs,
  shipment,
});
