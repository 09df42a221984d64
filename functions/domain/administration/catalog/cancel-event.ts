import type { Actor } from '../../../platform/actor.ts';
import { nameChanges, nameSubject, withoutCause } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact } from '../../../storage/transactions.ts';
import { productIdOf } from '../../catalog/products/ids.ts';
import { beginWrite, newCancellation, type CancellationInput } from '../../payments/event-cancellation/begin.ts';
import { presentCancellation, readCancellation } from '../../payments/event-cancellation/read.ts';
import { familyNamed, loadManagedProduct } from './read.ts';
import { editWrite, isOvertaken } from '../operator-data/unchanged.ts';

interface CancellationRequest {
  company: string;
  /** Number of the event. */
  id: string;
  input: CancellationInput;
  by: Actor;
  idempotency: IdempotencyRecord;
}

/**
 * POST /v2/catalog/events/{id}/cancel: stops the sale of the event and starts its cancellation in one transaction. The
 * worker withdraws tickets, notifies buyers and refunds (lib/reference/catalog.md#cancelling-an-event). If the event is
 * cancelled already, returns that cancellation. Throws 404.
 */
export const cancelEvent = async ({ company, id, input, by, idempotency }: CancellationRequest): Promise<Reply> => {
  return retryOnConflict(async () => {
    const { row } = await loadManagedProduct(company, familyNamed('events'), id);
    if (row.type === 'event' && row.cancellation) {
      const reply: Reply = { status: 202, body: await readCancellation(company, row.cancellation.id) };
      await withoutCause(() => transact([recordReplyWrite(idempotency, reply)]));
      return reply;
    }
    const now = nowMs();
    const cancellation = newCancellation({ company, productId: productIdOf(row) }, input, { by, nowMs: now });
    const reply: Reply = { status: 202, body: presentCancellation(cancellation) };
    nameSubject({ product_id: productIdOf(row), cancellation_id: cancellation.id });
    nameChanges([
      { member: 'cancelled', before: false, after: true },
      { member: 'refund', before: null, after: input.refund },
    ]);
    const closed = editWrite(row, { cancellation: { id: cancellation.id, atMs: now }, active: false });
    await transact([closed, beginWrite(cancellation), recordReplyWrite(idempotency, reply)]);
    return reply;
  }, isOvertaken);
};
