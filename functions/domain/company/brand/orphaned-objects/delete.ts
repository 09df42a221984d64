import { deleteObject } from '../../../../adapters/objects/store.ts';
import { nowMs } from '../../../../platform/clock.ts';
import { membersAre } from '../../../../storage/conditions.ts';
import { findRow } from '../../../../storage/find-row.ts';
import { deleteRow, getRow, type Key } from '../../../../storage/table.ts';
import { unlessRefused } from '../../../../storage/unless-refused.ts';
import { objectsOf } from '../rules.ts';
import { companyKey, type CompanyRow } from '../../companies/rows.ts';
import { orphanedObjectCodec } from './rows.ts';

/**
 * Deletes an object that is due. If the brand of its company uses the object again, deletes only the row. Deletes the
 * object first, because a remaining row is swept again.
 */
export const deleteOrphanedObject = async (key: Key): Promise<'removed' | 'kept'> => {
  const row = await findRow(key, orphanedObjectCodec);
  if (!row || row.goesAtMs > nowMs()) return 'kept';
  const company = await getRow<CompanyRow>(companyKey(row.company), { consistent: true });
  const isShown = objectsOf(row.company, company?.brand).includes(row.object);
  if (!isShown) await deleteObject(row.bucket, row.object);
  await unlessRefused(deleteRow(key, membersAre({ goesAtMs: row.goesAtMs })));
  return isShown ? 'kept' : 'removed';
};
