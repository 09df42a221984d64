import { foldEmail } from '../../../platform/email-address.ts';
import type { GatewayName } from '../../../adapters/payments/port.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { PaymentMethodDetails } from '../../../platform/payment-methods.ts';
import type { VersionedRow } from '../../../storage/change-row.ts';
import { listPartition } from '../../../storage/sharded-lists.ts';
import type { IndexKeys, Key } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { StoredAllocation, StoredPlan } from '../allocation/stored-shapes.ts';
import { hasSpreadStock } from '../../catalog/stock/counters.ts';
import type { Amounts } from '../pricing/amounts.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import type { MarketingConsent, OrderDelivery, OrderSender } from '../../catalog/products/parties.ts';

export type OrderStatus = 'pending_payment' | 'paid' | 'fulfilled' | 'cancelled' | 'expired';
export type PaymentStatus =
  | 'pending'
  | 'authorized'
  | 'captured'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'partially_refunded';
export type FulfillmentStatus = 'processing' | 'fulfilled' | 'failed';

export interface OrderGreeting {
  message: string | null;
  /** `designUrl`: the URL that the design had when the buyer chose it. */
  image: { source: 'design' | 'upload'; designId?: string; designUrl?: string; uploadId?: string } | null;
}

/** An event of an order, and the resulting state of the order. */
export interface PastEvent {
  type: string;
  atMs: number;
  /** Amounts captured and refunded until then, in the smallest currency unit. */
  captured: number;
  refunded: number;
  status: OrderStatus;
  payment: PaymentStatus;
  fulfillment: FulfillmentStatus | null;
  by: Actor;
}

/**
 * An earlier event, without member names: every later version of the row contains it, and the cost of a write depends
 * on the size of the row.
 */
export type EarlierEvent = readonly [
  type: string,
  atMs: number,
  captured: number,
  refunded: number,
  status: OrderStatus,
  payment: PaymentStatus,
  fulfillment: FulfillmentStatus | null,
  by: Actor,
];

/** The event that this version of the row has to emit. */
export interface OrderEventMark extends PastEvent {
  /** 1 for the first event of the order, without gaps. */
  seq: number;
  /** Version of the company's webhook endpoints at that time; absent: unknown. */
  endpoints?: number;
  /**
   * Earlier events, oldest first, except for the creation by an API key. If there are too many, only the newest are
   * kept.
   */
  earlier?: readonly EarlierEvent[];
}

/** A gift card that pays a part of an order. Amounts in the smallest currency unit. */
export interface OrderGiftCard {
  /** `ogc_` + 32 hex */
  id: string;
  /** Id of its redemption. */
  redemptionId: string;
  /** `itm_` + 32 hex */
  itemId: string;
  /** Code of the item; never shown. */
  code: string;
  amount: number;
  status: 'held' | 'captured' | 'released';
  refunded: number;
}

export interface OrderPayment {
  status: PaymentStatus;
  /** The gateway of the payment, or `settlement` for a payment outside the gateway. */
  gateway?: GatewayName | 'settlement';
  /** Id of the payment at the gateway. */
  reference?: string;
  /** Payment method; absent until a gateway reports it. */
  method?: PaymentMethodDetails;
  authorizedAtMs?: number;
  capturedAtMs?: number;
  /** Captured by the gateway or the settlement, without gift cards. Smallest currency unit. */
  captured: number;
  refunded: number;
  /** Every successful refund and lost dispute, and every refund that failed after it was successful, oldest first. */
  moves?: readonly MoneyMove[];
  /** In the order of addition. */
  giftCards?: readonly OrderGiftCard[];
  /** Ids of the newest attempts that the gateway reported as failed, so that each is counted once. */
  failedAttempts: string[];
  /** Stray payments: they are late, duplicate, or of another amount. Each is refunded automatically. */
  strayCaptures?: StrayCapture[];
  settlement?: { mode: string; externalReference: string; atMs: number };
  /** The newest dispute of the payment. */
  dispute?: OrderDispute;
  /** The last dispute that was lost while a newer one was on the order, by its id at the gateway. */
  lostOlder?: string;
}

/** Money that went back to the buyer. Amounts are negative if a refund failed and its money came back. */
export interface MoneyMove {
  kind: 'refund' | 'dispute' | 'failed' | 'won';
  atMs: number;
  /** Amount at the gateway, in the smallest currency unit. 0 for a won dispute, negative if it was won on appeal. */
  gateway: number;
  /** For a dispute that was won: the disputed amount. Negative if it is no longer won. */
  disputed?: number;
  /** To gift cards; absent: nothing. */
  cards?: number;
  /** Part of `cards` that was not returned, because the price of the card itself was repaid before; absent: nothing. */
  notReturned?: number;
  /** Sum of `gateway` and `cards` by order line; absent for a single line. */
  lines?: readonly number[];
  /** Fees, postage and the goods of each line, which add up to the movement; negative if the refund failed. */
  fees?: number;
  shipping?: number;
  goods?: readonly number[];
  /** Number of items that it withdrew from each line without a price; absent: none. */
  freeItems?: readonly number[];
  /** Commission returned, negative if charged again; absent: none. */
  commission?: number;
}

/** Commission of a paid order, at the rate of the contract when it was paid. Amounts in the smallest currency unit. */
export interface OrderCommission {
  /** Percent. */
  percent: number;
  /** Price of the goods after discount, to which the rate applies. */
  base: number;
  charged: number;
  /** Part of `charged` that was returned with refunded goods. */
  refunded: number;
}

/** The cardholder's bank demands the money back. */
export interface OrderDispute {
  /** Id at the gateway. */
  id: string;
  status: 'open' | 'won' | 'lost';
  /** Smallest currency unit. */
  amount: number;
  openedAtMs: number;
  closedAtMs?: number;
}

export interface StrayCapture {
  reference: string;
  gateway: GatewayName;
  amount: number;
  /** Set if it differs from the order's currency. */
  currency?: string;
  atMs: number;
  refundedAtMs?: number;
}

interface OrderFulfillment {
  /** Null until payment is confirmed. */
  status: FulfillmentStatus | null;
  fulfilledAtMs?: number;
  failedAtMs?: number;
  /** Reason of the failure, for staff. */
  error?: string;
  /** Number of attempts after the first one. */
  tries?: number;
}

export interface OrderSession {
  id: string;
  gateway: GatewayName;
  /** Id of the session at the gateway; absent if it equals `id`. */
  gatewaySessionId?: string;
  openedAtMs: number;
  lapsesAtMs: number;
}

/** A refund in progress: no other refund and no issuing may begin before it has ended. */
interface RefundInProgress {
  /** Deterministic key, sent to the gateway. */
  key: string;
  amount: number;
  startedAtMs: number;
  /** `returning`: it was refused, and its items are being restored. */
  state: 'running' | 'returning';
  /** Allocation of the money. */
  plan: StoredPlan;
  /** The cancellation of an event that requested it. */
  cancellation?: string;
}

/** An order of the v2 API or the hosted shop. Each change to this row is conditional on its `version`. */
export interface OrderRow extends VersionedRow {
  type: 'order';
  /** `po_` + 32 hex, derived from the company and the idempotency key: the order is its own idempotency record. */
  id: string;
  company: string;
  /** Order number of 10 characters. */
  reference: string;
  inputHash: string;
  createdAtMs: number;
  updatedAtMs: number;
  status: OrderStatus;
  payment: OrderPayment;
  fulfillment: OrderFulfillment;
  amounts: Amounts;
  lines: OrderLine[];
  sender: OrderSender;
  recipient: { name: string; email: string } | null;
  greeting: OrderGreeting | null;
  delivery: OrderDelivery;
  /** The original delivery, if it was changed. */
  deliveryAsOrdered?: { delivery: OrderDelivery; recipient: OrderRow['recipient'] };
  discount: { code: string; percent: number; appliesTo: 'goods' | 'shipping' } | null;
  seller: { name: string; vatNumber: string | null };
  clientReference: string | null;
  locale: string | null;
  /** Null if the request has none and the company has no approved URL that a browser may visit. */
  returnUrl: string | null;
  marketingConsent: MarketingConsent | null;
  /** Id of the API key that created the order (empty without a key), and the key's v1 user. */
  keyId: string;
  createdBy?: string;
  /** Random; item codes are derived from it, so that re-running fulfillment yields the same codes. */
  codeSeed: string;
  /** The newest checkout session and when its link expires. */
  session?: OrderSession;
  /**
   * A session is being opened with this key. Other keys wait until `untilMs`; without a `holder`, the same key may
   * retry.
   */
  opening?: { ticket: string; holder?: string; untilMs: number };
  refund?: RefundInProgress;
  /** Total allocation of all refunds. */
  allocated?: StoredAllocation;
  /** Increases with every change that requires a change to the order's items; initially 0. */
  epoch: number;
  /**
   * Documents of these lines must be rendered again: they may show an outdated date or venue, a replaced item or an
   * erased person. The other members are absent until an attempt is repeated or all have failed.
   */
  redraw?: { lines: string[]; atMs: number } & Pick<OrderFulfillment, 'failedAtMs' | 'error' | 'tries'>;
  /** The sale was undone before issue: stock, discount use and picture were released. */
  returned?: true;
  /** Set once the order is paid. */
  commission?: OrderCommission;
  event: OrderEventMark;
}

export const orderKey = (company: string, orderId: string): Key => ({ pk: `ORDER#${company}#${orderId}`, sk: 'order' });

/** Position in lists: newest first when read backwards. */
const orderPosition = (order: Pick<OrderRow, 'createdAtMs' | 'id'>): string =>
  `${sortable(order.createdAtMs)}#${order.id}`;

export const ordersOf = (company: string) =>
  ({ index: 'ix1', partition: `${company}#orders`, shards: company }) as const;
export const ordersInState = (company: string, status: OrderStatus, payment: PaymentStatus) =>
  ({ index: 'ix2', partition: `${company}#orders#${status}#${payment}`, shards: company }) as const;
export const ordersByEmail = (company: string, email: string) =>
  ({ index: 'ix3', partition: `${company}#orders#${foldEmail(email)}` }) as const;
export const ordersByClientReference = (company: string, reference: string) =>
  ({ index: 'ix4', partition: `${company}#orders#${reference}` }) as const;

/** All list keys of an order. An order of an on-sale is in a shard of its lists. */
export const orderIndexes = (order: OrderRow): IndexKeys => {
  const at = orderPosition(order);
  const isSpread = hasSpreadStock(order.lines);
  return {
    ix1pk: listPartition(ordersOf(order.company).partition, order.id, isSpread),
    ix1sk: at,
    ix2pk: listPartition(
      ordersInState(order.company, order.status, order.payment.status).partition,
      order.id,
      isSpread,
    ),
    ix2sk: at,
    ix3pk: ordersByEmail(order.company, order.sender.email).partition,
    ix3sk: at,
    ...(order.clientReference === null
      ? {}
      : { ix4pk: ordersByClientReference(order.company, order.clientReference).partition, ix4sk: at }),
  };
};
