import * as z from 'zod/mini';
import type { GatewayName } from '../../../adapters/payments/port.ts';
import type { Actor } from '../../../platform/actor.ts';
import { dueAt } from '../../../storage/due.ts';
import type { IdempotencyRecord } from '../../../storage/idempotency.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { VersionedRow } from '../../../storage/change-row.ts';
import type { Key } from '../../../storage/table.ts';
import type { StoredPlan } from '../allocation/stored-shapes.ts';

/** One movement of money back to the buyer, from its beginning to its end; what has not ended is due. */
export interface RefundRow extends VersionedRow {
  type: 'refund';
  company: string;
  orderId: string;
  /** Its name at the gateway: our key, or the gateway's id of a refund that was made there. */
  refundKey: string;
  /**
   * `ours`: asked for over the API. `gateway`: made at the gateway, in its dashboard. `dispute`: lost to the cardholder's
   * bank. `stray`: a payment that must not count.
   */
  kind: 'ours' | 'gateway' | 'dispute' | 'stray';
  /**
   * `waiting`: another refund of the order has to end first. `running`: not answered yet. `returning`: refused, and the
   * items get back what it took. `refunded`: it counts. `declined` by the gateway and `refused` by us: nothing was
   * refunded. `failing`: it counted and failed later, which another refund keeps from being recorded. `failed`.
   */
  state: 'waiting' | 'running' | 'returning' | 'refunded' | 'declined' | 'refused' | 'failing' | 'failed';
  /** Asked for, in the smallest unit. */
  amount: number;
  /** Of `ours`: the part that the gateway pays; the rest goes back to gift cards. Absent: all of it. */
  gatewayMinor?: number;
  /** What went back to gift cards once it has ended well, by item. */
  cards?: readonly { itemId: string; minor: number; isGivenBack: boolean }[];
  /** What it counts for at the gateway once it has ended well: less than its amount while nothing more is left to refund. */
  counted?: number;
  /** What the counted money is for. */
  plan?: StoredPlan;
  by: Actor;
  startedAtMs: number;
  endedAtMs?: number;
  /** Why it was declined or refused, for people. */
  reason?: string;
  /** Fields that were at fault when it was refused. */
  fields?: Record<string, string[]>;
  /** Of `ours`: the items it names, by sequence, in the order named. */
  named?: number[];
  /** Of `ours`: the cancellation of an event that asked for it, whose mail names the refund. */
  cancellation?: string;
  /** Of `ours`: the idempotency record that gets the answer. */
  ticket?: IdempotencyRecord;
  /** Of `gateway` and `dispute`: the payment that the money went back on. */
  paymentReference?: string;
  /** Of `stray`: the payment that is refunded. */
  stray?: { gateway: GatewayName; reference: string; currency: string };
  /** The items of the order do not yet stand as it asks. */
  unsettled?: true;
}

export const refundRowKey = (company: string, orderId: string, refundKey: string): Key => ({
  pk: `ORDER#${company}#${orderId}`,
  sk: `refund#${refundKey}`,
});

/** Key of the refund of a payment that must not count: one for each payment of an order. */
export const strayKey = (orderId: string, paymentReference: string): string => `stray:${orderId}:${paymentReference}`;

/** Key of the refund of the rest of such a payment, when a part of it was refunded at the gateway. */
export const strayRestKey = (orderId: string, paymentReference: string, amount: number): string =>
  `${strayKey(orderId, paymentReference)}:${amount}`;

/** What a request or a notification has not brought to its end after so long is taken up by the sweep. */
const REPAIR_AFTER_MS = 60_000;

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
