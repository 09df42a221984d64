import * as z from 'zod/mini';
import { dueAt, type DueEntry } from '../../../storage/due.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import { VAT_TREATMENTS } from '../../company/settings/vat-treatments.ts';
import { orderShape } from './order-shape.ts';
import { orderIndexes, type OrderRow } from './rows.ts';
import {
  captureDueMs,
  expiresAtMs,
  fulfillmentDueMs,
  isFulfillable,
  isWaitingForSendAt,
  nextPaymentCheckMs,
} from './rules.ts';
import { STATES, stateOf } from './states.ts';

/**
 * The due entry that an order has while it is unpaid, if that is a check before its expiry. Payment keeps the entry,
 * which saves writes: most orders are issued before it is due, and `expireOrder` moves the entry of the others.
 */
const paymentCheckDue = (order: OrderRow): DueEntry | undefined => {
  const checkMs = nextPaymentCheckMs(order, order.updatedAtMs);
  return checkMs === undefined ? undefined : dueAt('order-expiry', order.id, checkMs);
};

/** Due entry of the next action for an order that no request triggers. */
const orderDue = (order: OrderRow): Partial<DueEntry> => {
  switch (stateOf(order)) {
    case 'unpaid':
      return paymentCheckDue(order) ?? dueAt('order-expiry', order.id, expiresAtMs(order));
    case 'authorized':
      return paymentCheckDue(order) ?? dueAt('order-payment', order.id, captureDueMs(order));
    case 'captured': {
      if (!isFulfillable(order)) return {};
      const kept = isWaitingForSendAt(order) ? undefined : paymentCheckDue(order);
      return kept ?? dueAt('order-fulfillment', order.id, fulfillmentDueMs(order));
    }
    case 'fulfilled':
      return order.redraw ? dueAt('order-fulfillment', order.id, order.redraw.atMs) : {};
    case 'fulfillment_failed':
      return dueAt('order-failed', order.id, order.fulfillment.failedAtMs ?? order.updatedAtMs);
    default:
      return {};
  }
};

const text = z.string();
const minor = z.int();

export const orderCodec = rowCodec<OrderRow>({
  ...orderShape,
  shape: () =>
    z.looseObject({
      id: text,
      company: text,
      reference: text,
      version: z.int(),
      epoch: z.int(),
      inputHash: text,
      createdAtMs: z.number(),
      updatedAtMs: z.number(),
      status: z.enum(Object.values(STATES).map(({ order }) => order)),
      payment: z.looseObject({ status: text, captured: minor, refunded: minor, failedAttempts: z.array(text) }),
      fulfillment: z.looseObject({ status: z.nullable(z.enum(['processing', 'fulfilled', 'failed'])) }),
      amounts: z.looseObject({
        currency: text,
        total: minor,
        fees: minor,
        shipping: minor,
        included_vat: z.array(z.unknown()),
      }),
      lines: z.array(
        z.looseObject({
          id: text,
          subtotal: minor,
          discount: minor,
          vatTreatment: z.enum(VAT_TREATMENTS),
          vatPercent: z.number(),
          vat: minor,
          itemValue: minor,
          itemCount: z.int(),
          heldUntilMs: z.optional(z.number()),
          campaignKind: z.optional(z.enum(['added-value', 'reduced-price'])),
          cancellation: z.optional(z.looseObject({ id: text, refund: z.boolean() })),
        }),
      ),
      sender: z.looseObject({ name: text, email: text }),
      delivery: z.looseObject({
        method: text,
        chosenSendAt: z.optional(z.looseObject({ text, ms: z.number() })),
      }),
      codeSeed: text,
      event: z.looseObject({ seq: z.int(), type: text, atMs: z.number() }),
    }),
  indexes: (order) => ({ ...orderIndexes(order), ...orderDue(order) }),
});
