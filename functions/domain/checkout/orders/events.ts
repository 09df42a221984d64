import type { GatewayName } from '../../../adapters/payments/port.ts';
import type { MethodUsed } from '../../../platform/payment-methods.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { DisputeRow } from './dispute-rows.ts';
import type { ItemUse } from '../allocation/allocation.ts';
import type { RefundRow } from './refund-rows.ts';
import type { LineIssue } from './line-issue.ts';
import type { DeliveryChange } from '../../catalog/products/parties.ts';
import type { OrderGiftCard, OrderSession } from './rows.ts';
import type { CardBack } from './gift-cards.ts';
import type { LineCancellation, LineEvent, LineValidity, OrderLine } from '../../catalog/products/line-shape.ts';

/** A payment as its gateway reports it, possibly late, twice and in any order. */
export interface PaymentFact {
  gateway: GatewayName;
  /** The gateway's name for the payment (one attempt). */
  paymentReference: string;
  /** Smallest unit. */
  amount: number;
  currency: string;
  occurredAtMs: number;
  method?: MethodUsed;
}

/** What a line says of its event and of how long its tickets are good; without `heldUntilMs` it has none from then on. */
export interface MovedLine extends Pick<OrderLine, 'heldUntilMs'> {
  event: LineEvent;
  validity: LineValidity;
}

/** What may happen to an order once it exists. */
interface EventDetails {
  session_reserved: { ticket: string; holder: string; untilMs: number };
  session_opened: { ticket: string; holder: string; session: OrderSession };
  /** Opening a session failed. `heldUntilMs`: until when its key kept others out before it retried. */
  session_given_up: { holder: string; heldUntilMs: number };
  payment_declined: { paymentReference: string };
  payment_authorized: { payment: PaymentFact };
  payment_captured: { payment: PaymentFact };
  /** An authorization was released before its capture. */
  payment_released: { paymentReference: string };
  /**
   * A payment that must not count was refunded. `as`: the resulting state of its row; `declined` or `failed` when it
   * was refunded at the gateway by someone else.
   */
  stray_returned: { row: RefundRow; as: 'refunded' | 'declined' | 'failed' };
  /** The refund of a payment that must not count failed after it was recorded. */
  stray_refund_failed: { row: RefundRow };
  /** `closed`: the payment page that was closed for it. */
  gift_card_applied: { card: OrderGiftCard; closed: string | undefined };
  gift_card_removed: { id: string; closed: string | undefined };
  /** Its payment page is closed. `isEventCancelled`: it must not be paid any more, whatever time it has left. */
  expired: { isEventCancelled?: true };
  /** `closed`: the payment page that was closed for it. */
  settled: { mode: string; externalReference: string; closed: string | undefined };
  /** Issuing begins once more, after an attempt that did not end. */
  fulfillment_started: object;
  /** `lines`: how many items each has now. */
  fulfilled: { epoch: number; lines: ReadonlyMap<string, LineIssue> };
  /** An attempt has failed. */
  fulfillment_failed: { reason: string };
  fulfillment_retried: object;
  /** `lines`: what those say whose event got another date or venue. `sendAt`: when the order goes, where that changes with it. */
  event_moved: { atMs: number; lines: ReadonlyMap<string, MovedLine>; sendAt?: DeliveryChange['sendAt'] };
  /** An event was cancelled: the order's tickets for it are withdrawn. */
  tickets_cancelled: { productId: string; cancellation: LineCancellation };
  /** Items of these lines were replaced, so that their documents show codes that are not valid. */
  documents_outdated: { lines: readonly string[]; atMs: number };
  /** Documents that were outdated since then have been rendered again. */
  documents_redrawn: { atMs: number };
  /** What is named goes at another time, or to another address. */
  delivery_changed: { to: DeliveryChange };
  /** `row` has a plan. `refused`: the refused row that is stored under its key. */
  refund_begun: { row: RefundRow; refused: RefundRow | undefined };
  /** A named item was spent before it could be withdrawn. */
  refund_refused: { row: RefundRow; fields: Record<string, string[]> };
  /** Amount that the gateway refunded, and what went back to cards. */
  refund_answered: { row: RefundRow; amount: number; cards: readonly CardBack[] };
  refund_declined: { row: RefundRow; reason: string };
  /** The items have back what a refused refund took. */
  refund_returned: { row: RefundRow };
  /** Money was refunded at the gateway by someone else, or more of such a refund can be counted than before. */
  gateway_refunded: { row: RefundRow; known: boolean; uses: readonly ItemUse[] };
  /** A refund that counted failed later. */
  refund_failed: { row: RefundRow };
  /** `known`: its row was written before. `isNewest`: the gateway reports no later dispute of the payment. */
  dispute_opened: { row: DisputeRow; known: boolean; isNewest: boolean };
  dispute_won: { row: DisputeRow };
  dispute_lost: { row: DisputeRow; uses: readonly ItemUse[] };
}

export type EventKind = keyof EventDetails;
export type EventOf<K extends EventKind> = { kind: K; by: Actor } & EventDetails[K];
export type OrderEvent = { [K in EventKind]: EventOf<K> }[EventKind];
