import * as z from 'zod/mini';
import { dueAt } from '../../../storage/due.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import { VAT_TREATMENTS } from '../../company/settings/vat-treatments.ts';
import { orderShape } from './order-shape.ts';
import { orderIndexes, type OrderRow } from './rows.ts';
import { expiresAtMs, fulfillmentDueMs, isFulfillable, nextPaymentCheckMs, isWaitingForSendAt } from './rules.ts';
import { STATES, stateOf } from './states.ts';

/** Delay after which an authorized payment without a capture is checked at its gateway. */
const CAPTURE_OVERDUE_MS = 2 * 60 * 1000;

/** Due entry of the next action of an order, if no request triggers this action. */
const orderDue = (order: OrderRow): { duepk?: string; duesk?: string } => {
  const { payment, fulfillment } = order;
  switch (stateOf(order)) {
    case 'unpaid':
      return dueAt('order-expiry', order.id, nextPaymentCheckMs(order, order.updatedAtMs) ?? expiresAtMs(order));
    case 'authorized':
      return dueAt('order-payment', order.id, (payment.authorizedAtMs ?? order.updatedAtMs) + CAPTURE_OVERDUE_MS);
    case 'captured': {
      if (!isFulfillable(order)) return {};
      // Keeps the due entry that the order had before its payment, which saves a write. Most orders are issued before
      // that entry is due; the others get a new entry then.
      const checkMs = isWaitingForSendAt(order) ? undefined : nextPaymentCheckMs(order, order.updatedAtMs);
      return checkMs === undefined
        ? dueAt('order-fulfillment', order.id, fulfillmentDueMs(order))
        : dueAt('order-expiry', order.id, checkMs);
    }
    case 'fulfilled':
      return redrawDue(order);
    case 'fulfillment_failed':
      return dueAt('order-failed', order.id, fulfillment.failedAtMs ?? order.updatedAtMs);
    default:
      return {};
  }
};

/** A rendering that failed permanently is listed with the failed fulfillments. */
const redrawDue = ({ id, redraw }: OrderRow): { duepk?: string; duesk?: string } => {
  if (!redraw) return {};
  const { atMs, failedAtMs } = redraw;
  return failedAtMs === undefined ? dueAt('order-fulfillment', id, atMs) : dueAt('order-failed', id, failedAtMs);
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
