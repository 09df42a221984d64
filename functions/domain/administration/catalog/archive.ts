import { nameChanges, nameSubject } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { recordReplyWrites, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact } from '../../../storage/transactions.ts';
import { productIdOf } from '../../catalog/products/ids.ts';
import { productTag } from './present.ts';
import { familyNamed, loadManagedProduct } from './read.ts';
import { editWrite, isOvertaken } from '../operator-data/unchanged.ts';

const DONE: Reply = { status: 204 };

interface ArchiveInput {
  company: string;
  family: string;
  id: string;
  /** `If-Match` header of the request. */
  ifMatch: string | undefined;
  /** Absent if the request has no idempotency key. */
  idempotency?: IdempotencyRecord | undefined;
}

/**
 * DELETE /v2/catalog/{family}/{id}: withdraws a product from sale permanently. Its row is kept for existing orders.
 * Idempotent. Throws 404 and 412.
 */
export const archiveProduct = async (archiving: ArchiveInput): Promise<Reply> => {
  const { company, family: name, id, ifMatch, idempotency } = archiving;
  const family = familyNamed(name);
  return retryOnConflict(async () => {
    const { row } = await loadManagedProduct(company, family, id);
    if (row.archivedAtMs !== undefined) return DONE;
    assertMatches(ifMatch, productTag(row));
    nameSubject({ product_id: productIdOf(row) });
    nameChanges([{ member: 'archived', before: false, after: true }]);
    await transact([editWrite(row, { archivedAtMs: nowMs() }), ...recordReplyWrites(idempotency, DONE)], () => ({
      archived: { product_id: productIdOf(row), name: row.name },
    }));
    return DONE;
  }, isOvertaken);
};
