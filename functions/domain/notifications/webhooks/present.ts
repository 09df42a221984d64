import { timestampOrNull, toTimestamp } from '../../../platform/clock.ts';
import type { AttemptRecord, EventFilter, WebhookDeliveryRow, WebhookEndpointRow } from './rows.ts';
import { validPreviousSecret } from './secrets.ts';

/**
 * The previous version of the secret, which still signs during a rotation, and the time at which it stops. Both are
 * null outside a rotation.
 */
const overlap = (endpoint: WebhookEndpointRow, now: number) => {
  const previous = validPreviousSecret(endpoint, now);
  return {
    previous_secret_version: previous?.version ?? null,
    previous_secret_expires_at: timestampOrNull(previous?.expiresAtMs),
  };
};

const presentFilter = (filter: EventFilter | undefined) =>
  filter
    ? {
        ...(filter.itemTypes ? { item_types: [...filter.itemTypes] } : {}),
        ...(filter.productIds ? { product_ids: [...filter.productIds] } : {}),
      }
    : null;

/** An endpoint as the API returns it at a given time, without secrets. */
export const presentEndpoint = (endpoint: WebhookEndpointRow, now: number) => ({
  id: endpoint.id,
  object: 'webhook_endpoint' as const,
  url: endpoint.url,
  events: endpoint.events,
  filter: presentFilter(endpoint.filter),
  status: endpoint.status,
  enabled: endpoint.status === 'enabled',
  disabled_reason: endpoint.disabledReason ?? null,
  disabled_at: timestampOrNull(endpoint.disabledAtMs),
  secret_version: endpoint.secret.version,
  ...overlap(endpoint, now),
  failure_count: endpoint.failures,
  consecutive_failures: endpoint.consecutiveFailures,
  failing_since: timestampOrNull(endpoint.failingSinceMs),
  last_success_at: timestampOrNull(endpoint.lastSuccessAtMs),
  last_failure_at: timestampOrNull(endpoint.lastFailureAtMs),
  created_at: toTimestamp(endpoint.createdAtMs),
  updated_at: toTimestamp(endpoint.updatedAtMs),
});

/** The result of a rotation (lib/reference/webhooks.md#rotation), without the secret. */
export const presentRotation = (endpoint: WebhookEndpointRow, now: number) => ({
  id: endpoint.id,
  object: 'webhook_endpoint' as const,
  secret_version: endpoint.secret.version,
  ...overlap(endpoint, now),
});

const presentAttempt = (attempt: AttemptRecord) => ({
  attempted_at: toTimestamp(attempt.atMs),
  duration_ms: attempt.durationMs,
  response_status: attempt.httpStatus ?? null,
  response_excerpt: attempt.excerpt ?? null,
  error: attempt.failure ?? null,
});

/** A row of the delivery list. */
export const presentDelivery = (delivery: WebhookDeliveryRow) => {
  const last = delivery.attempts.at(-1);
  return {
    id: delivery.id,
    object: 'webhook_delivery' as const,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    order_id: delivery.orderId ?? null,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    next_attempt_at: timestampOrNull(delivery.nextAttemptAtMs),
    last_attempt_at: timestampOrNull(last?.atMs),
    last_response_status: last?.httpStatus ?? null,
    last_error: last?.failure ?? null,
    created_at: toTimestamp(delivery.createdAtMs),
    updated_at: toTimestamp(delivery.updatedAtMs),
  };
};

/** A delivery with its attempts, oldest first. */
export const presentDeliveryDetail = (delivery: WebhookDeliveryRow) => ({
  ...presentDelivery(delivery),
  attempts: delivery.attempts.map(presentAttempt),
});
