import { getRows, keyText, type Key, RowSet, type Row } from './table.ts';
import { findSharedRead, shareRead } from './shared-reads.ts';

/** Maximum age of such a row when many requests share a read. */
export const COMMON_MAX_MS = 2000;

/**
 * Reads rows together with some that all buyers of a company share: its own row, its order page, the product in demand.
 * Under load, this process reads the shared rows once in two seconds; otherwise it reads them concurrently with the
 * others. A change made by this process is visible immediately. `isOfMany` is for callers that cannot see the load: a
 * queue worker, which handles messages one by one, and rows that show by themselves that many buyers read them.
 */
export const getRowsWithCommon = async (
  keys: readonly Key[],
  common: readonly Key[],
  { isOfMany = false, ...options }: { consistent?: boolean; isOfMany?: boolean | ((row: Row | null) => boolean) } = {},
): Promise<RowSet> => {
  // Null: the row does not exist.
  const known = new Map(
    common.map((key) => [
      keyText(key),
      findSharedRead(keyText(key), COMMON_MAX_MS, isOfMany)?.value as Row | null | undefined,
    ]),
  );
  const unknown = common.filter((key) => known.get(keyText(key)) === undefined);
  const startedAtMs = performance.now();
  const read = await getRows([...keys, ...unknown], options);
  for (const key of unknown) shareRead(keyText(key), read.get(key) ?? null, startedAtMs);
  return new RowSet([...keys, ...common].flatMap((key) => read.get(key) ?? known.get(keyText(key)) ?? []));
};
