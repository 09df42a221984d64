import * as z from 'zod/mini';
import type { GatewayName } from '../../../adapters/payments/port.ts';
import type { Actor } from '../../../platform/actor.ts';
import { dueAt } from '../../../storage/due.ts';
import type { IdempotencyRecord } from '../../../storage/idempotency.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { VersionedRow } from '../../../storage/change-row.ts';
import type { Key } from '../../../storage/table.ts';
import type { StoredPlan } from '../allocation/stored-shapes.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** One refund or other movement of money back to the buyer. It has a due entry until it has ended. */
export interface RefundRow extends VersionedRow {
  type: 'refund';
  company: string;
  orderId: string;
  /**
   * Id of the refund: the key that this service sends to the gateway, or the gateway's id of a refund that was made
   * there.
   */
  refundKey: string;
  /**
   * `ours`: requested over the API. `gateway`: made at the gateway, in its dashboard or although it declined our
   * request. `dispute`: lost to the cardholder's bank. `stray`: the refund of a stray payment.
   */
  kind: 'ours' | 'gateway' | 'dispute' | 'stray';
  /**
   * `waiting`: another refund of the order has to end first. `running`: no response yet. `returning`: refused, and its
   * items are being restored. `refunded`: successful. `declined` by the gateway or `refused` by this service: nothing
   * was refunded. `failing`: it failed after it was successful, and another refund has to end first. `failed`: it
   * failed after it was successful.
   */
  state: 'waiting' | 'running' | 'returning' | 'refunded' | 'declined' | 'refused' | 'failing' | 'failed';
  /** Requested amount, smallest currency unit. */
  amount: number;
  /**
   * For `ours`: the part that the gateway refunds; the rest goes back to gift cards. If absent, the gateway refunds
   * everything.
   */
  gatewayMinor?: number;
  /**
   * Amounts refunded to gift cards on success, by item. With `isGivenBack` false, the amount did not return to the
   * card, because it was repaid in money before.
   */
  cards?: readonly { itemId: string; minor: number; isGivenBack: boolean }[];
  /**
   * Amount that counts as refunded at the gateway. It is less than `amount` while the rest exceeds the refundable
   * amount.
   */
  counted?: number;
  /** Allocation of the counted money. */
  plan?: StoredPlan;
  by: Actor;
  startedAtMs: number;
  endedAtMs?: number;
  /** Reason why it was declined or refused, as text. */
  reason?: string;
  /** Fields at fault when it was refused. */
  fields?: Record<string, string[]>;
  /** For `ours`: `seq` of the named items, in the order of the request. */
  named?: number[];
  /** For `ours`: the cancellation of an event that requested the refund. Its email mentions the refund. */
  cancellation?: string;
  /** For `ours`: the idempotency record for the reply. */
  ticket?: IdempotencyRecord;
  /** For `gateway` and `dispute`: the refunded payment. */
  paymentReference?: string;
  /** For `stray`: the payment that is refunded. */
  stray?: { gateway: GatewayName; reference: string; currency: string };
  /** Set until the items of the order match the refund. */
  unsettled?: true;
}

export const refundRowKey = (company: string, orderId: string, refundKey: string): Key => ({
  pk: `ORDER#${company}#${orderId}`,
  sk: `refund#${refundKey}`,
});

/** Key of the refund of a stray payment: one per payment of an order. */
export const strayKey = (orderId: string, paymentReference: string): string => `stray:${orderId}:${paymentReference}`;

/** Key of the refund that returns the rest of a stray payment, after a part of it was refunded at the gateway. */
export const strayRestKey = (orderId: string, paymentReference: string, amount: number): string =>
  `${strayKey(orderId, paymentReference)}:${amount}`;

/** Delay after which the sweep continues an unfinished refund. */
const REPAIR_AFTER_MS = MINUTE_MS;

const isOpen = ({ state, unsettled }: RefundRow): boolean =>
  unsettled === true || ['waiting', 'running', 'returning', 'failing'].includes(state);

export const refundCodec = rowCodec<RefundRow>({
  type: 'refund',
  version: 1,
  shape: () =>
    z.looseObject({
      company: z.string(),
      orderId: z.string(),
      refundKey: z.string(),
      kind: z.enum(['ours', 'gateway', 'dispute', 'stray']),
      state: z.enum(['waiting', 'running', 'returning', 'refunded', 'declined', 'refused', 'failing', 'failed']),
      amount: z.int().check(z.gte(0)),
      by: z.looseObject({}),
      startedAtMs: z.number(),
      version: z.int(),
    }),
  indexes: (row) =>
    isOpen(row)
      ? dueAt('order-refund', `${row.orderId}#${row.refundKey}`, (row.endedAtMs ?? row.startedAtMs) + REPAIR_AFTER_MS)
      : {},
});
