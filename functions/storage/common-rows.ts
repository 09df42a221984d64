import { getRows, keyText, type Key, RowSet, type Row } from './table.ts';
import { lookAt, share } from './together.ts';

/** What a crowd finds of such rows is at most so old. */
const COMMON_MAX_MS = 2000;

/**
 * Reads rows together with some that all buyers of a company have in common: its own row, its order page, the product that
 * all want. A crowd in this process reads those once in two seconds, everybody else with the others: one wave of calls, and
 * none for common rows alone that are known. A change that this process makes is seen at once.
 */
export const getRowsWithCommon = async (
  keys: readonly Key[],
  common: readonly Key[],
  options: { consistent?: boolean } = {},
): Promise<RowSet> => {
  const known = new Map(
    common.map((key) => [keyText(key), lookAt(keyText(key), COMMON_MAX_MS)?.value as Row | undefined]),
  );
  const unknown = common.filter((key) => known.get(keyText(key)) === undefined);
  const askedAtMs = performance.now();
  const read = await getRows([...keys, ...unknown], options);
  for (const key of unknown) {
    const row = read.get(key);
    if (row) share(keyText(key), row, askedAtMs);
  }
  return new RowSet([...keys, ...common].flatMap((key) => read.get(key) ?? known.get(keyText(key)) ?? []));
};
