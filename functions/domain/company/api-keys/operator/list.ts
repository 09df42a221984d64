import { getRows, queryAll, type Key } from '../../../../storage/table.ts';
import { operatorKeyCodec, operatorKeys, type OperatorKeyRow } from './rows.ts';

/** Every operator key, oldest first, including revoked keys. */
export const listOperatorKeys = async (): Promise<Omit<OperatorKeyRow, 'secretHash'>[]> => {
  const keys = await queryAll<Key>(operatorKeys());
  const rows = await getRows(keys);
  return keys.flatMap((key) => {
    const row = rows.get(key);
    if (!row) return [];
    const { secretHash: _, ...shown } = operatorKeyCodec.read(row);
    return [shown];
  });
};
