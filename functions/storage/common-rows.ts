import { getRows, keyText, type Key, RowSet, type Row } from './table.ts';
import { findSharedRead, shareRead } from './shared-reads.ts';

/** Maximum age of a row that a shared read returns. */
export const COMMON_MAX_MS = 2000;

/**
 * Reads rows together with rows that all buyers of a company read: the company, its order page, a popular product.
 * Under load, this process reads these common rows once every two seconds, otherwise concurrently with the others. A
 * change by this process is visible immediately. `isUnderLoad` is for callers that cannot measure the load, such as a
 * queue worker, which handles messages one by one. If it is a function, it determines the load from the shared row.
 */
export const getRowsWithCommon = async (
  keys: readonly Key[],
  common: readonly Key[],
  {
    isUnderLoad = false,
    ...options
  }: { consistent?: boolean; isUnderLoad?: boolean | ((row: Row | null) => boolean) } = {},
): Promise<RowSet> => {
  // Null means that the row does not exist.
  const known = new Map(
    common.map((key) => [
      keyText(key),
      findSharedRead(keyText(key), COMMON_MAX_MS, isUnderLoad)?.value as Row | null | undefined,
    ]),
  );
  const unknown = common.filter((key) => known.get(keyText(key)) === undefined);
  const startedAtMs = performance.now();
  const read = await getRows([...keys, ...unknown], options);
  for (const key of unknown) shareRead(keyText(key), read.get(key) ?? null, startedAtMs);
  return new RowSet([...keys, ...common].flatMap((key) => read.get(key) ?? known.get(keyText(key)) ?? []));
};
