import type { RowCodec } from './row-codec.ts';
import { getRow, type Key, type Row } from './table.ts';

/** The current row of a key, read by its codec; undefined if there is none. */
export const findRow = async <T extends Row>(key: Key, codec: RowCodec<T>): Promise<T | undefined> => {
  const raw = await getRow(key, { consistent: true });
  return raw && codec.read(raw);
};
