import type { GatewayName } from '../../../adapters/payments/port.ts';
import type { PaymentMethodDetails } from '../../../platform/payment-methods.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { DisputeRow } from './dispute-rows.ts';
import type { ItemUse } from '../allocation/allocation.ts';
import type { RefundRow } from './refund-rows.ts';
import type { LineIssue } from './line-issue.ts';
import type { DeliveryChange } from '../../catalog/products/parties.ts';
import type { OrderGiftCard, OrderSession } from './rows.ts';
import type { CardBack } from './gift-cards.ts';
import type { LineCancellation, LineEvent, LineValidity, OrderLine } from '../../catalog/products/line-shape.ts';

/** A payment as its gateway reports it, possibly late, more than once and in any order. */
export interface PaymentFact {
  gateway: GatewayName;
  /** Id of the payment at the gateway (one attempt). */
  paymentReference: string;
  /** Smallest currency unit. */
  amount: number;
  currency: string;
  occurredAtMs: number;
  method?: PaymentMethodDetails;
}

/** Event and validity of a line. Without `heldUntilMs`, an earlier value is removed. */
export interface MovedLine extends Pick<OrderLine, 'heldUntilMs'> {
  event: LineEvent;
  validity: LineValidity;
}

/** Events of an order after its creation. */
interface EventDetails {
  session_reserved: { ticket: string; holder: string; untilMs: number };
  /** `due`: the amount that the payment page requests. */
  session_opened: { ticket: string; holder: string; session: OrderSession; due: number };
  /** Opening a session failed. `heldUntilMs`: requests with other keys wait until this time at most. */
  session_abandoned: { holder: string; heldUntilMs: number };
  payment_declined: { paymentReference: string };
  payment_authorized: { payment: PaymentFact };
  payment_captured: { payment: PaymentFact };
  /** An authorization was released before its capture. */
  payment_released: { paymentReference: string };
  /**
   * A stray payment was refunded. `as`: the new status of its row; `declined` or `failed` if the payment was refunded
   * at the gateway instead.
   */
  stray_returned: { row: RefundRow; as: 'refunded' | 'declined' | 'failed' };
  /** The refund of a stray payment failed after it had been recorded as successful. */
  stray_refund_failed: { row: RefundRow };
  /** `closed`: id of the session whose payment page was closed before this event. */
  gift_card_applied: { card: OrderGiftCard; closed: string | undefined };
  gift_card_removed: { id: string; closed: string | undefined };
  /** `closed`: id of the session whose payment page was closed before this event. */
  free_order_confirmed: { closed: string | undefined };
  /**
   * The order can no longer be paid, and its payment page is closed. `isEventCancelled`: it expired before its
   * deadline, because its event was cancelled. `closed`: id of the session whose payment page was closed before this
   * event.
   */
  expired: { isEventCancelled?: true; closed: string | undefined };
  /** `closed`: id of the session whose payment page was closed before this event. */
  settled: { mode: string; externalReference: string; closed: string | undefined };
  /** A further attempt to issue the order starts. */
  fulfillment_started: object;
  /** `lines`: number of issued items, by line id. */
  fulfilled: { epoch: number; lines: ReadonlyMap<string, LineIssue> };
  fulfillment_failed: { reason: string };
  fulfillment_retried: object;
  /** `lines`: new event data of rescheduled lines. `sendAt`: the new delivery time, if it changes. */
  event_moved: { atMs: number; lines: ReadonlyMap<string, MovedLine>; sendAt?: DeliveryChange['sendAt'] };
  /** An event was cancelled: the order's tickets for it are withdrawn. */
  tickets_cancelled: { productId: string; cancellation: LineCancellation };
  /** Documents of these lines may be outdated: an item was replaced, or two workers stored the documents. */
  documents_outdated: { lines: readonly string[]; atMs: number };
  /** Outdated documents have been rendered again. */
  documents_redrawn: { atMs: number };
  /** The delivery time or address was changed. */
  delivery_changed: { to: DeliveryChange };
  /** `row` contains the refund's plan. `refused`: an earlier refused refund with the same key. */
  refund_begun: { row: RefundRow; refused: RefundRow | undefined };
  /** A named item was spent before it could be withdrawn. */
  refund_refused: { row: RefundRow; fields: Record<string, string[]> };
  /** `amount`: refunded by the gateway. `cards`: refunded to gift cards. */
  refund_answered: { row: RefundRow; amount: number; cards: readonly CardBack[] };
  refund_declined: { row: RefundRow; reason: string };
  /** The items have been restored after a refused refund. */
  refund_returned: { row: RefundRow };
  /**
   * Money was refunded at the gateway, or a part of such a refund that exceeded the refundable amount can now be
   * counted.
   */
  gateway_refunded: { row: RefundRow; known: boolean; uses: readonly ItemUse[] };
  /** A successful refund failed later. */
  refund_failed: { row: RefundRow };
  /** `known`: the row of the dispute exists. `isNewest`: the gateway reports no later dispute of the payment. */
  dispute_opened: { row: DisputeRow; known: boolean; isNewest: boolean };
  dispute_won: { row: DisputeRow };
  /** `refund`: the refund of an earlier loss of the same dispute. */
  dispute_lost: { row: DisputeRow; uses: readonly ItemUse[]; refund?: RefundRow };
}

export type EventKind = keyof EventDetails;
export type EventOf<K extends EventKind> = { kind: K; by: Actor } & EventDetails[K];
export type OrderEvent = { [K in EventKind]: EventOf<K> }[EventKind];
