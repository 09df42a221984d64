import { readHistory, type HistoryEntry } from '../../domain/items/history.ts';
import type { ItemObject, ItemSummary } from '../../domain/items/present.ts';
import { readItem } from '../../domain/items/read.ts';
import { searchItems } from '../../domain/items/search.ts';
import { ApiError } from '../../platform/errors.ts';
import { saidIn } from './say.ts';
import type { DeskVisit } from './visit.ts';

/** Items of one order that a page shows. */
export const GROUP_MAX = 100;

export type Item = ItemObject;

/** An item in the words of the page; undefined for a code that is none here. Throws 429 to whoever guesses. */
export const lookAt = async (visit: DeskVisit, code: string): Promise<Item | undefined> => {
  if (code === '') return undefined;
  try {
    return saidIn(visit, await readItem({ company: visit.company.slug }, code));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

/** The items of an order, as many as a page shows. */
export const itemsOfOrder = async (visit: DeskVisit, orderId: string): Promise<ItemSummary[]> => {
  const { data } = await searchItems(visit.company.slug, {
    orderId,
    groupCode: undefined,
    text: undefined,
    statuses: [],
    types: [],
    onlyClaimable: false,
    dateFrom: undefined,
    dateTo: undefined,
    limit: GROUP_MAX,
    startingAfter: undefined,
  });
  return saidIn(visit, data);
};

const ENTRIES_AT_ONCE = 100;

/** All that changed an item's value or state, oldest first, and what else was done with it. */
export const historyOf = async (
  { company }: DeskVisit,
  code: string,
): Promise<Pick<Awaited<ReturnType<typeof readHistory>>, 'actions'> & { entries: HistoryEntry[] }> => {
  const entries: HistoryEntry[] = [];
  let startingAfter: string | undefined;
  for (;;) {
    const page = await readHistory({ company: company.slug }, code, {
      asOf: undefined,
      limit: ENTRIES_AT_ONCE,
      startingAfter,
    });
    entries.push(...page.data);
    if (page.next_cursor === null) return { entries, actions: page.actions };
    startingAfter = page.next_cursor;
  }
};

/** What one request has changed of an item. */
export const entryOf = async (visit: DeskVisit, code: string, guid: string): Promise<HistoryEntry | undefined> => {
  const { entries } = await historyOf(visit, code);
  return entries.findLast((entry) => entry.request_guid === guid);
};
