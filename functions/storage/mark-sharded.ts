import { warmSet } from '../platform/warm-state.ts';
import { isKnownSharded, rememberSharded, shardMark } from './sharded-lists.ts';
import { getRow, putRow } from './table.ts';

const marked = warmSet<string>();

/**
 * Marks the lists of a company as sharded, so that readers query the shards. The mark is written once per process and
 * never removed.
 */
export const markSharded = async (company: string): Promise<void> => {
  if (marked.has(company)) return;
  await putRow(shardMark(company));
  marked.add(company);
};

/** Whether the lists of a company are sharded. One read is enough for all lists of a page. */
export const isSharded = async (company: string): Promise<boolean> => {
  if (!isKnownSharded(company) && (await getRow(shardMark(company)))) rememberSharded(company);
  return isKnownSharded(company);
};
