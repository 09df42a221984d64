import type { Actor } from '../../../platform/actor.ts';
import { ABSENT } from '../../../storage/conditions.ts';
import type { Write } from '../../../storage/transactions.ts';
import { cancellationCodec, cancellationIdFor, cancellationKey, type EventCancellationRow } from './rows.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { hasVisible } from '../../../platform/visible.ts';

export interface CancellationInput {
  refund: 'all' | 'none';
  /** Message to the buyers, at most 1,000 characters. */
  message?: string | undefined;
}

/** Longer than the time limit of one run of the worker. */
const RUN_MS = 6 * MINUTE_MS;

/** When the worker is called again, in case its message was lost. */
export const dueAfterRun = (nowMs: number): number => nowMs + RUN_MS;

export const newCancellation = (
  { company, productId }: Pick<EventCancellationRow, 'company' | 'productId'>,
  { refund, message }: CancellationInput,
  { by, nowMs }: { by: Actor; nowMs: number },
): EventCancellationRow => {
  const id = cancellationIdFor(company, productId);
  return cancellationCodec.write({
    ...cancellationKey(company, id),
    company,
    id,
    productId,
    refund,
    ...(message && hasVisible(message) ? { message } : {}),
    by,
    createdAtMs: nowMs,
    run: 1,
    pass: 'first',
    orders: 0,
    settled: 0,
    refunded: 0,
    failed: 0,
    refundedMinor: 0,
    dueAtMs: dueAfterRun(nowMs),
  });
};

/**
 * The write that begins a cancellation. Commit it with the write that closes the event for sale; the stream then starts
 * the worker.
 */
export const beginWrite = (row: EventCancellationRow): Write => ({ put: row, condition: ABSENT, name: 'cancellation' });
