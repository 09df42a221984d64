import { getRows, keyText, type Key, RowSet, type Row } from './table.ts';
import { sharedRead, share } from './shared-reads.ts';

/** What a crowd finds of such rows is at most so old. */
export const COMMON_MAX_MS = 2000;

/**
 * Reads rows together with some that all buyers of a company have in common: its own row, its order page, the product that
 * all want. A crowd in this process reads those once in two seconds, everybody else with the others: one wave of calls, and
 * none for common rows alone that are known. A change that this process makes is seen at once. A worker of a queue works on
 * one after the other and sees no crowd: it says that it is one of many.
 */
export const getRowsWithCommon = async (
  keys: readonly Key[],
  common: readonly Key[],
  { isOfMany = false, ...options }: { consistent?: boolean; isOfMany?: boolean } = {},
): Promise<RowSet> => {
  // Null: there is none.
  const known = new Map(
    common.map((key) => [
      keyText(key),
      sharedRead(keyText(key), COMMON_MAX_MS, isOfMany)?.value as Row | null | undefined,
    ]),
  );
  const unknown = common.filter((key) => known.get(keyText(key)) === undefined);
  const askedAtMs = performance.now();
  const read = await getRows([...keys, ...unknown], options);
  for (const key of unknown) share(keyText(key), read.get(key) ?? null, askedAtMs);
  return new RowSet([...keys, ...common].flatMap((key) => read.get(key) ?? known.get(keyText(key)) ?? []));
};
