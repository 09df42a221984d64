import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Actor } from '../../../platform/actor.ts';
import { dueAt } from '../../../storage/due.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';
import type { StoredReason } from '../../../platform/messages/stored.ts';

/** The cancellation of an event, from the request to its last order. */
export interface EventCancellationRow extends Row {
  type: 'event-cancellation';
  company: string;
  /** `evc_` + 32 hex */
  id: string;
  /** `evt_5` */
  productId: string;
  refund: 'all' | 'none';
  /** Message to the buyers. */
  message?: string;
  by: Actor;
  createdAtMs: number;
  /** Number of the current run. Each run gets one message and continues where the previous run ended. */
  run: number;
  /** `late`: finished, but orders written in the meantime may still be found. */
  pass: 'first' | 'late' | 'over';
  isListed?: boolean;
  /** Number of paid orders found. */
  orders: number;
  /** Numbers of concluded orders: all, refunded, and failed. */
  settled: number;
  refunded: number;
  failed: number;
  /** Smallest currency unit. */
  refundedMinor: number;
  dueAtMs: number;
}

/** An event is cancelled only once, so the id is derived from the event. */
export const cancellationIdFor = (company: string, productId: string): string =>
  `evc_${createHash('sha256').update(`event-cancellation\n${company}\n${productId}`).digest('hex').slice(0, 32)}`;

const partitionOf = (company: string, id: string): string => `EVENTCANCELLATION#${company}#${id}`;

export const cancellationKey = (company: string, id: string): Key => ({
  pk: partitionOf(company, id),
  sk: 'cancellation',
});

export const cancellationCodec = rowCodec<EventCancellationRow>({
  type: 'event-cancellation',
  version: 1,
  shape: () =>
    z.looseObject({
      company: z.string(),
      id: z.string(),
      productId: z.string(),
      refund: z.enum(['all', 'none']),
      by: z.looseObject({}),
      createdAtMs: z.number(),
      run: z.int(),
      pass: z.enum(['first', 'late', 'over']),
      isListed: z.optional(z.boolean()),
      orders: z.int(),
      settled: z.int(),
      refunded: z.int(),
      failed: z.int(),
      refundedMinor: z.int(),
    }),
  indexes: ({ company, id, pass, dueAtMs }) =>
    pass === 'over' ? {} : dueAt('event-cancellation', `${company}#${id}`, dueAtMs),
});

/**
 * A mark on an order of a cancelled event. `found` is kept, so that an order is counted only once; `todo` is removed
 * when the order is concluded; `failed` is for staff.
 */
export interface CancelledOrderRow extends Row {
  type: 'cancelled-order';
  orderId: string;
  /** For `failed`: code and message of the refund's error. */
  code?: string;
  message?: string;
  reason?: StoredReason;
}

type Mark = 'found' | 'todo' | 'failed';

export const markKey = (company: string, id: string, mark: Mark, orderId: string): Key => ({
  pk: partitionOf(company, id),
  sk: `${mark}#${orderId}`,
});

export const markRow = (key: Key, orderId: string, why: Pick<CancelledOrderRow, 'code' | 'message' | 'reason'> = {}) =>
  ({ ...key, type: 'cancelled-order', v: 1, orderId, ...why }) satisfies CancelledOrderRow;

export const marksOf = (company: string, id: string, mark: Mark) =>
  ({ partition: partitionOf(company, id), prefix: `${mark}#`, consistent: true }) as const;
