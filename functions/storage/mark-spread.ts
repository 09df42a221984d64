import { warmSet } from '../platform/warm-state.ts';
import { liesInParts, nowInParts, spreadMark } from './spread-lists.ts';
import { getRow, putRow } from './table.ts';

const marked = warmSet<string>();

/** Has whoever reads lists of a company look into their parts. Written once by a process, and never taken back. */
export const markSpread = async (company: string): Promise<void> => {
  if (marked.has(company)) return;
  await putRow(spreadMark(company));
  marked.add(company);
};

/** Whether lists of a company lie in parts: one look for all lists that a page is made of. */
export const hasParts = async (company: string): Promise<boolean> => {
  if (!liesInParts(company) && (await getRow(spreadMark(company)))) nowInParts(company);
  return liesInParts(company);
};
