import { presentActor } from '../../../../platform/actor.ts';
import { toTimestamp } from '../../../../platform/clock.ts';
import { decimalFromMinor } from '../../../../platform/decimals.ts';
import { invalid } from '../../../../platform/errors.ts';
import { parseMoment } from '../../../../platform/timestamps.ts';
import { endOfDayMs, parseDate } from '../../../../platform/zones.ts';
import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../../storage/cursors.ts';
import { queryPage } from '../../../../storage/table.ts';
import { actionsUntil, type ItemActionRow } from '../action-rows.ts';
import { ledgerUntil, type ClaimContext, type LedgerRow } from '../rows.ts';
import { loadItem } from '../load.ts';
import type { LookupCaller } from '../code-lookups.ts';
import { STATUS_NAMES, statusAt } from '../rules.ts';

interface HistoryQuery extends PageRequest {
  /** RFC 3339, or a day of the company; default: now. */
  asOf: string | undefined;
}

/** Purpose of a claim; null if unknown. `paid_order_id`: the order that the item paid for. */
export const presentContext = ({ reference, location, redemptionId, orderId }: ClaimContext = {}) => ({
  reference: reference ?? null,
  location: location ?? null,
  redemption_id: redemptionId ?? null,
  paid_order_id: orderId ?? null,
});

export const presentEntry = (entry: LedgerRow) => ({
  transaction_id: entry.transactionId,
  sequence: entry.seq,
  kind: entry.kind,
  amount: decimalFromMinor(entry.deltaMinor, entry.currency),
  pieces: entry.deltaPieces,
  remaining_amount: decimalFromMinor(entry.balanceMinor, entry.currency),
  remaining_pieces: entry.balancePieces,
  currency: entry.currency,
  status: entry.status,
  status_name: STATUS_NAMES[entry.status],
  note: entry.note,
  ...presentContext(entry.context),
  by: presentActor(entry.by),
  request_guid: entry.requestId,
  occurred_at: toTimestamp(entry.atMs),
  hash: entry.hash,
  previous_hash: entry.previousHash,
});

export type HistoryEntry = ReturnType<typeof presentEntry>;

export const presentAction = (row: ItemActionRow) => ({
  action: row.action,
  email: row.email,
  by: presentActor(row.by),
  request_guid: row.requestId,
  occurred_at: toTimestamp(row.atMs),
});

export type HistoryAction = ReturnType<typeof presentAction>;

/** Maximum number of actions. The newest are returned; staff make few of them. */
export const ACTIONS_MAX = 100;

interface History extends ListPage<HistoryEntry> {
  /** Value of the item at the requested time; null before it was issued. */
  balance: {
    as_of: string;
    remaining_amount: number;
    remaining_pieces: number;
    status: number;
    status_name: string;
  } | null;
  /** Actions that changed neither value nor state, oldest first. */
  actions: HistoryAction[];
}

/** A day counts until its end, as in the liability report. */
const momentOf = (asOf: string | undefined, { nowMs, zone }: { nowMs: number; zone: string }): number => {
  if (asOf === undefined) return nowMs;
  const epochMs = parseDate(asOf) === undefined ? parseMoment(asOf) : endOfDayMs(asOf, zone);
  if (epochMs === undefined) throw invalid('as_of', 'This must be an RFC 3339 timestamp with offset, or YYYY-MM-DD.');
  return epochMs;
};

/** The next entries; none when the cursor is later than the requested time. */
const entriesAfter = async (
  range: ReturnType<typeof ledgerUntil>,
  after: string | undefined,
  limit: number,
): Promise<{ rows: LedgerRow[] }> => {
  const from = after === undefined ? range.from : `${after}\u0000`;
  return from > range.to ? { rows: [] } : queryPage<LedgerRow>({ ...range, from, consistent: true, limit });
};

/** The ledger of an item, oldest first, its balance at a given time, and other actions until then. */
export const readHistory = async (caller: LookupCaller, code: string, query: HistoryQuery): Promise<History> => {
  const { item, terms } = await loadItem(caller, code);
  const untilMs = momentOf(query.asOf, { nowMs: Math.max(terms.nowMs, item.ledgerAtMs), zone: terms.zone });
  const identity = { company: caller.company, list: `history#${item.code}` };
  const after = decodeCursor<string>(identity, query.startingAfter);
  const range = ledgerUntil(item.company, item.code, untilMs);
  const [page, last, actions] = await Promise.all([
    entriesAfter(range, after, query.limit + 1),
    queryPage<LedgerRow>({ ...range, consistent: true, descending: true, limit: 1 }),
    queryPage<ItemActionRow>({
      ...actionsUntil(item.company, item.code, untilMs),
      consistent: true,
      descending: true,
      limit: ACTIONS_MAX,
    }),
  ]);
  const entries = page.rows.slice(0, query.limit);
  const next = page.rows.length > query.limit ? entries.at(-1)?.sk : undefined;
  const [balance] = last.rows;
  // The end of validity needs no entry. For a time in the future, this is the current status.
  const statusAtMs = Math.min(untilMs, terms.nowMs);
  const status = balance && statusAt({ status: balance.status, validUntilMs: item.validUntilMs }, statusAtMs);
  return {
    ...listPage(identity, entries.map(presentEntry), next),
    balance:
      balance && status
        ? {
            as_of: toTimestamp(untilMs),
            remaining_amount: decimalFromMinor(balance.balanceMinor, balance.currency),
            remaining_pieces: balance.balancePieces,
            status,
            status_name: STATUS_NAMES[status],
          }
        : null,
    actions: actions.rows.toReversed().map(presentAction),
  };
};
