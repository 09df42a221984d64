import type { MemberChange } from '../../../../platform/cause.ts';
import { nowMs } from '../../../../platform/clock.ts';
import { queryAll, queryPage } from '../../../../storage/table.ts';
import { ACTIONS_MAX, presentAction, presentEntry, type HistoryAction, type HistoryEntry } from './history.ts';
import { loadItem } from '../load.ts';
import type { LookupCaller } from '../code-lookups.ts';
import { actionsUntil, type ItemActionRow } from '../action-rows.ts';
import { ledgerUntil, type LedgerRow } from '../rows.ts';

/** One event of an item: a change to its value or state, or another action. */
export type TimelineEntry =
  | {
      change: HistoryEntry;
      /** Changes to members other than the value. */
      changes?: readonly MemberChange[];
      action?: undefined;
    }
  | { change?: undefined; action: HistoryAction };

/**
 * The history of an item, newest first, in exact order even within one second, which is the resolution of times in
 * responses. Throws 404 for an unknown code.
 */
export const readTimeline = async (caller: LookupCaller, code: string): Promise<TimelineEntry[]> => {
  const { item, terms } = await loadItem(caller, code);
  const untilMs = Math.max(terms.nowMs, item.ledgerAtMs, nowMs());
  const [ledger, actions] = await Promise.all([
    queryAll<LedgerRow>({ ...ledgerUntil(item.company, item.code, untilMs), consistent: true }),
    queryPage<ItemActionRow>({
      ...actionsUntil(item.company, item.code, untilMs),
      consistent: true,
      descending: true,
      limit: ACTIONS_MAX,
    }),
  ]);
  const events = [
    ...ledger.map((row) => ({ atMs: row.atMs, entry: { change: presentEntry(row), changes: row.changes ?? [] } })),
    ...actions.rows.toReversed().map((row) => ({ atMs: row.atMs, entry: { action: presentAction(row) } })),
  ];
  // At equal times the ledger comes first: an item is issued before it is sent.
  return events
    .toSorted((a, b) => a.atMs - b.atMs)
    .toReversed()
    .map(({ entry }) => entry);
};
