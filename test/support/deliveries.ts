import {
  deliveryIndexes,
  deliveryKey,
  type WebhookDeliveryRow,
} from '../../functions/domain/notifications/webhooks/rows.ts';

type DeliveryMember = 'id' | 'company' | 'endpointId' | 'eventId' | 'eventType' | 'orderId' | 'status' | 'createdAtMs';

/** A delivery's row, with all its list keys. */
export const aDelivery = (given: Pick<WebhookDeliveryRow, DeliveryMember>): WebhookDeliveryRow => ({
  ...deliveryKey(given.company, given.id),
  ...deliveryIndexes(given),
  ...given,
  type: 'webhook-delivery',
  v: 1,
  updatedAtMs: given.createdAtMs,
  turn: 1,
  failedAttempts: 0,
  lane: 'normal',
  attempts: [],
  attemptCount: 0,
});
