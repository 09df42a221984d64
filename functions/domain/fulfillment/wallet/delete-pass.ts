import { deleteRows } from '../../../storage/put-rows.ts';
import { queryAll, type Key } from '../../../storage/table.ts';
import { rowsOfPass } from './rows.ts';
import { itemIdOf } from '../../value/items/item-id.ts';

/** Removes the pass of an item with the registrations of its devices. Wallets receive no more changes. */
export const deletePass = async (item: { company: string; code: string }): Promise<void> => {
  const rows = await queryAll<Key>({ ...rowsOfPass(itemIdOf(item)), consistent: true });
  await deleteRows(rows.map(({ pk, sk }) => ({ pk, sk })));
};
