import {
  deliveryIndexes,
  deliveryKey,
  type WebhookDeliveryRow,
} from '../../functions/domain/notifications/webhooks/rows.ts';

type Told = 'id' | 'company' | 'endpointId' | 'eventId' | 'eventType' | 'orderId' | 'status' | 'createdAtMs';

/** A delivery's row, with all its list keys. */
export const aDelivery = (told: Pick<WebhookDeliveryRow, Told>): WebhookDeliveryRow => ({
  ...deliveryKey(told.company, told.id),
  ...deliveryIndexes(told),
  ...told,
  type: 'webhook-delivery',
  v: 1,
  updatedAtMs: told.createdAtMs,
  turn: 1,
  failedAttempts: 0,
  lane: 'normal',
  attempts: [],
  attemptCount: 0,
});
