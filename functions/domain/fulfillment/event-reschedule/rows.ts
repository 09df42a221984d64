import * as z from 'zod/mini';
import { dueAt } from '../../../storage/due.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';

/** A rescheduled or moved event whose tickets have to be changed. The row exists until all tickets are changed. */
export interface EventMoveRow extends Row {
  type: 'event-move';
  company: string;
  /** `evt_5` */
  productId: string;
  /** When the date, its precision or the venue was changed; distinguishes a newer change from the one in progress. */
  movedAtMs: number;
  /** When the former date ceased to apply. After that, the event may have had no date for some time. */
  sinceMs: number;
  /**
   * The last pass finds tickets that were ordered or issued during the first. `undated`: there is no date yet, and the
   * event is checked from time to time, because the import that removes or sets its date may have been interrupted.
   */
  pass: 'undated' | 'first' | 'last';
  /** Set if the venue or the date precision changed. Items do not contain these, so their orders are checked. */
  elsewhere?: true;
  dueAtMs: number;
}

export const eventMoveKey = (company: string, productId: string): Key => ({
  pk: `EVENTMOVE#${company}#${productId}`,
  sk: 'move',
});

export const eventMoveCodec = rowCodec<EventMoveRow>({
  type: 'event-move',
  version: 1,
  shape: () =>
    z.looseObject({
      company: z.string(),
      productId: z.string(),
      movedAtMs: z.number(),
      sinceMs: z.number(),
      pass: z.enum(['undated', 'first', 'last']),
      elsewhere: z.optional(z.literal(true)),
      dueAtMs: z.number(),
    }),
  indexes: ({ company, productId, dueAtMs }) => dueAt('event-move', `${company}#${productId}`, dueAtMs),
});

/** Longer than any function runs and any index lags. */
const LAST_PASS_AFTER_MS = 20 * MINUTE_MS;

export const eventMove = (
  company: string,
  productId: string,
  move: Pick<EventMoveRow, 'movedAtMs' | 'sinceMs' | 'pass' | 'elsewhere' | 'dueAtMs'>,
): EventMoveRow => eventMoveCodec.write({ ...eventMoveKey(company, productId), company, productId, ...move });

export const lastPassOf = (row: EventMoveRow, nowMs: number): EventMoveRow =>
  eventMoveCodec.write({ ...row, pass: 'last', dueAtMs: nowMs + LAST_PASS_AFTER_MS });

const UNDATED_AGAIN_AFTER_MS = HOUR_MS;

export const undatedOf = (row: EventMoveRow, nowMs: number): EventMoveRow =>
  eventMoveCodec.write({ ...row, pass: 'undated', dueAtMs: nowMs + UNDATED_AGAIN_AFTER_MS });
