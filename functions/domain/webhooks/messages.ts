import type { presentOrderForWebhook } from '../orders/present.ts';
import type { WebhookEventType } from './schema.ts';

/** What the relay asks of the worker of the queue `webhook-events`. */
export type WebhookEventsMessage = OrderHappened | EndpointClosed;

/** An order changed in a way that receivers hear of. The order is as it was at that moment. */
export interface OrderHappened {
  kind: 'order';
  company: string;
  orderId: string;
  seq: number;
  type: WebhookEventType;
  atMs: number;
  order: ReturnType<typeof presentOrderForWebhook>;
}

/** An endpoint takes no more deliveries: those still queued are settled. */
export interface EndpointClosed {
  kind: 'endpoint-closed';
  company: string;
  endpointId: string;
  settleAs: 'cancelled' | 'failed';
}

/** One attempt of one delivery, for the queues `webhook-deliveries` and `webhook-deliveries-slow`. */
export interface DeliveryTurn {
  company: string;
  deliveryId: string;
  endpointId: string;
  eventId: string;
  turn: number;
  dueAtMs: number;
  lane: 'normal' | 'slow';
}

/** For the queue `mail`: the company hears that an endpoint was switched off. */
export interface EndpointDisabledNotice {
  kind: 'notice';
  notice: 'webhook-endpoint-disabled';
  company: string;
  /** Makes the mail one mail, however often the message arrives. */
  noticeId: string;
  endpointId: string;
  url: string;
  reason: 'failing' | 'gone';
  atMs: number;
}
