import { deleteObject } from '../../../adapters/objects/store.ts';
import { nowMs } from '../../../platform/clock.ts';
import { deleteRow, getRow, type Key } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { printedObject, type PictureRow } from './rows.ts';

/**
 * Removes a picture that no order used within seven days. Deletes the bytes first, because the sweep would never find
 * bytes without a row. Orders can no longer use the picture at that time.
 */
export const deleteUnusedPicture = async (key: Key): Promise<'removed' | 'kept'> => {
  const row = await getRow<PictureRow>(key, { consistent: true });
  if (!row || row.usedBy !== undefined || (row.unusedUntilMs ?? Infinity) > nowMs()) return 'kept';
  await deleteObject('pictures', printedObject(row.company, row.id));
  return (await unlessRefused(deleteRow(key, { expression: 'attribute_not_exists(usedBy)' }))) ? 'removed' : 'kept';
};
