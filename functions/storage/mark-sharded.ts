import { warmSet } from '../platform/warm-state.ts';
import { isSharded, sharded, spreadMark } from './sharded-lists.ts';
import { getRow, putRow } from './table.ts';

const marked = warmSet<string>();

/** Has whoever reads lists of a company look into their parts. Written once by a process, and never taken back. */
export const markSharded = async (company: string): Promise<void> => {
  if (marked.has(company)) return;
  await putRow(spreadMark(company));
  marked.add(company);
};

/** Whether lists of a company lie in parts: one look for all lists that a page is made of. */
export const hasParts = async (company: string): Promise<boolean> => {
  if (!isSharded(company) && (await getRow(spreadMark(company)))) sharded(company);
  return isSharded(company);
};
