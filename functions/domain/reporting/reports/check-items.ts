import { chunksOf } from '../../../platform/chunks.ts';
import { nowMs } from '../../../platform/clock.ts';
import { heldOf, liveHolds } from '../../value/items/ledger/holds.ts';
import { redemptionKey, type RedemptionRow } from '../../value/items/redemptions/rows.ts';
import { getRows, queryAll, queryPage, type Key, type Row } from '../../../storage/table.ts';
import { pause } from '../../../storage/retry.ts';
import { markLapse } from '../../value/items/ledger/expire.ts';
import type { ItemTerms } from '../../value/items/claim-period.ts';
import { successorKey } from '../../value/items/successors.ts';
import { CANCELLED, EXPIRED, transactionsOf, worthOf, type ItemRow, type LedgerRow } from '../../value/items/rows.ts';
import { isChainUnbroken } from '../../value/items/ledger/chain.ts';
import { entriesOfItem } from '../book/item-entries.ts';
import { entryFindings } from './check-figures.ts';
import type { PartFigures } from './check-list.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { sortable } from '../../../storage/sortable.ts';

const CONCURRENT_ITEMS = 16;
/** An item that changes during the read appears wrong; a real fault persists. */
const ROUNDS = 5;

/** Seats of issued tickets, by order line, for the items checked so far. */
export type IssuedSeats = Map<string, number>;

/**
 * Checks items against their ledgers (sums, states and the chain of hashes), holds, successors and entries in the book.
 * Counts the seats of tickets in `issuedSeats`, and updates the lapse marks of expired items for the current settings.
 */
export const checkItemRows = async (
  keys: readonly Key[],
  { issuedSeats, terms }: { issuedSeats: IssuedSeats; terms: ItemTerms },
): Promise<PartFigures> => {
  const { zone } = terms;
  const figures: PartFigures = { checked: 0, lines: 0, payments: 0, sold: {}, uses: {}, open: [], findings: [] };
  for await (const { item, fault, entries } of checkedItems(keys)) {
    figures.checked++;
    if (item && fault === undefined) {
      figures.findings.push(...(await entryFindings(entriesOfItem(item, entries, zone), zone)));
      // Changed settings also apply to items that no sweep reads.
      if (item.status === EXPIRED) await markLapse(item, terms);
    }
    if (fault !== undefined && item) {
      figures.findings.push({ check: 'ledger', subject: item.code, message: fault });
    }
    // The successor of a replaced ticket has its seats.
    if (item?.itemType === 'TICKET' && item.lineId !== null && item.replacedBy === undefined) {
      issuedSeats.set(item.lineId, (issuedSeats.get(item.lineId) ?? 0) + item.pieces);
    }
  }
  return figures;
};

/** Number of changes per read. */
const CHANGES_PER_READ = 500;

/** Position up to which changes were checked, and the positions of items that appear wrong. */
export interface ChangedItems {
  through: string;
  suspected: string[];
}

/** Checks the items that changed after `after`, up to `untilMs` or until the time is up. */
export const checkItemChanges = async (
  company: string,
  { after, untilMs, stopAt = Infinity }: { after: string; untilMs: number; stopAt?: number | undefined },
): Promise<ChangedItems> => {
  const changes: ChangedItems = { through: after, suspected: [] };
  const to = `${sortable(untilMs)}#~`;
  while (changes.through < to && performance.now() <= stopAt) {
    const query = { ...transactionsOf(company), from: `${changes.through}\u0000`, to, limit: CHANGES_PER_READ };
    const { rows, lastKey } = await queryPage<Row>(query);
    const items = [...new Set(rows.map(({ pk }) => pk))].map((pk) => ({ pk, sk: 'item' }));
    for await (const { item, fault } of checkedItems(items)) {
      if (fault !== undefined && item?.ix1sk !== undefined) changes.suspected.push(item.ix1sk);
    }
    changes.through = (lastKey && rows.at(-1)?.ix1sk) ?? to;
  }
  return changes;
};

interface CheckedItem {
  item: ItemRow | undefined;
  fault: string | undefined;
  entries: readonly LedgerRow[];
}

const checkedItems = async function* (keys: readonly Key[]): AsyncGenerator<CheckedItem> {
  for (const group of chunksOf(keys, CONCURRENT_ITEMS)) yield* await Promise.all(group.map(checkItem));
};

/** The first read is eventually consistent, at half the cost. A consistent read confirms faults. */
const checkItem = async (key: Key): Promise<CheckedItem> => {
  for (let round = 1; ; round++) {
    const rows = await queryAll<Row>({ partition: key.pk, consistent: round > 1 });
    const item = rowOfType<ItemRow>(
      'item',
      rows.find((row) => row.type === 'item'),
    );
    const entries = rows.filter((row): row is LedgerRow => row.type === 'ledger');
    const fault =
      item && (itemFault(item, entries) ?? (await holdsFault(item)) ?? (await replacementFault(item, entries)));
    if (fault === undefined || round >= ROUNDS) return { item, fault, entries };
    if (round > 1) await pause(round + 2);
  }
};

/** The fault of an item's holds: each must belong to a redemption with the same amount. */
const holdsFault = async (item: ItemRow): Promise<string | undefined> => {
  const holds = liveHolds(item, nowMs());
  if (holds.length === 0) return undefined;
  const keyOf = (id: string) => redemptionKey(item.company, id);
  const rows = await getRows(
    holds.map(({ redemption }) => keyOf(redemption)),
    { consistent: true },
  );
  const isMatched = holds.every(({ redemption, minor, pieces }) => {
    const row = rows.get<RedemptionRow>(keyOf(redemption));
    const source = row?.sources.find(({ code }) => code === item.code);
    return row?.state === 'held' && source?.minor === minor && source.pieces === pieces;
  });
  return isMatched ? undefined : 'A hold of the item is not that of a redemption that holds value.';
};

/** The fault of an item and its ledger; undefined when they match. */
export const itemFault = (item: ItemRow, entries: readonly LedgerRow[]): string | undefined => {
  const last = entries.at(-1);
  if (!last) return 'The item has no ledger.';
  if (!isChainUnbroken(entries))
    return 'The chain of ledger entries is broken: an entry was changed, added or taken away.';
  if (last.seq !== item.ledgerSeq || last.hash !== item.ledgerHash) {
    return 'The newest ledger entry is not the one that the item names.';
  }
  if (last.balanceMinor !== item.remainingMinor || last.balancePieces !== item.remainingPieces) {
    return 'What is left of the item is not the sum of its ledger.';
  }
  if (item.remainingMinor + item.claimedMinor + item.withdrawnMinor !== worthOf(item)) {
    return 'What is left, claimed and taken back does not add up to the value of the item.';
  }
  if (item.claimedMinor + heldOf(item, nowMs()).minor + item.withdrawnMinor > worthOf(item)) {
    return 'What is claimed, held and taken back is more than the value of the item.';
  }
  const adjusted = entries.filter(({ kind }) => kind === 'adjust').reduce((sum, { deltaMinor }) => sum + deltaMinor, 0);
  if ((item.replaces?.adjustedMinor ?? 0) + adjusted !== (item.adjustedMinor ?? 0)) {
    return 'What staff added is not the sum of the adjustments in the ledger.';
  }
  if (item.status === CANCELLED && item.remainingMinor !== givenBackOf(entries)) {
    return 'A cancelled item has another value than refunds of orders gave back to it.';
  }
  return last.status === item.status ? undefined : 'The state of the item is not that of its newest ledger entry.';
};

/** Value refunded to a card after it was cancelled. */
const givenBackOf = (entries: readonly LedgerRow[]): number => {
  const cancelledAt = entries.findLastIndex(({ kind }) => kind !== 'refund');
  return entries.slice(cancelledAt + 1).reduce((sum, { deltaMinor }) => sum + deltaMinor, 0);
};

/** The fault of a replacement: the successor must begin with the remaining value of the item. */
const replacementFault = async (item: ItemRow, entries: readonly LedgerRow[]): Promise<string | undefined> => {
  const key = successorKey(item);
  if (!key) return undefined;
  const { rows } = await queryPage<LedgerRow>({
    partition: key.pk,
    from: 'ledger#',
    to: 'ledger#~',
    consistent: true,
    limit: 1,
  });
  const moved = entries.findLast(({ kind, seq }) => kind === 'replace' && seq > 1);
  const [first] = rows;
  return first && moved && first.kind === 'replace' && first.deltaMinor === -moved.deltaMinor
    ? undefined
    : 'The successor of the item does not begin with what the item had left.';
};
