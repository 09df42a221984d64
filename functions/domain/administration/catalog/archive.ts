import { nameChanges, nameSubject } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { unavailable } from '../../../platform/errors.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { pause } from '../../../storage/retry.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { transact } from '../../../storage/transactions.ts';
import { productIdOf } from '../../catalog/products/ids.ts';
import { isOvertaken } from './create.ts';
import { productTag } from './present.ts';
import { familyNamed, findProduct } from './read.ts';
import { unchangedSince } from './unchanged.ts';

const ROUNDS = 12;

export interface Archiving {
  company: string;
  family: string;
  id: string;
  /** Compared where it is sent. */
  ifMatch: string | undefined;
}

/**
 * DELETE /v2/catalog/{family}/{id}: takes a product from sale for good. Its row stays for what was sold. Archiving it once more
 * changes nothing. Throws 404 and 412.
 */
export const archiveProduct = async ({ company, family: name, id, ifMatch }: Archiving): Promise<void> => {
  const family = familyNamed(name);
  for (let round = 1; round <= ROUNDS; round++) {
    const { row } = await findProduct(company, family, id);
    if (row.archivedAtMs !== undefined) return;
    assertMatches(ifMatch, productTag(row));
    nameSubject({ product_id: productIdOf(row) });
    nameChanges([{ member: 'archived', before: false, after: true }]);
    try {
      const counts = { version: (row.version ?? 0) + 1, edits: (row.edits ?? 0) + 1 };
      await transact(
        [{ update: rowUpdate({ key: row, set: { archivedAtMs: nowMs(), ...counts }, if: unchangedSince(row) }) }],
        () => ({ archived: { product_id: productIdOf(row), name: row.name } }),
      );
      return;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
    await pause(Math.min(round, 5));
  }
  throw unavailable('service_busy', 'Too many changes at once. Try again.', 1);
};
