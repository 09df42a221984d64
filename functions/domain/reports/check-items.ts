import { queryAll, queryPage, type Key, type Row } from '../../storage/table.ts';
import { pause } from '../../storage/retry.ts';
import { itemsOf, type ItemRow, type LedgerRow } from '../items/rows.ts';
import { isChainUnbroken } from '../items/ledger/ledger.ts';
import type { Finding } from './rows.ts';
import { rowOfType } from '../../storage/row-of-type.ts';

/** What looking at every item of a company found. */
export interface ItemsChecked {
  checked: number;
  findings: Finding[];
  /** Seats that tickets were issued for, by order line. */
  issuedSeats: Map<string, number>;
}

const KEYS_AT_ONCE = 500;
const ITEMS_SIDE_BY_SIDE = 16;
/** An item that changes while it is read looks wrong; one that is wrong stays so. */
const LOOKS = 4;

/** Holds every item against its ledger: sums, states and the chain of hashes. */
export const checkItems = async (company: string): Promise<ItemsChecked> => {
  const result: ItemsChecked = { checked: 0, findings: [], issuedSeats: new Map() };
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await queryPage<Key>({
      ...itemsOf(company),
      limit: KEYS_AT_ONCE,
      ...(startKey ? { startKey } : {}),
    });
    await checkPage(page.rows, result);
    startKey = page.lastKey;
  } while (startKey);
  return result;
};

const checkPage = async (keys: readonly Key[], result: ItemsChecked): Promise<void> => {
  for (let at = 0; at < keys.length; at += ITEMS_SIDE_BY_SIDE) {
    const items = await Promise.all(keys.slice(at, at + ITEMS_SIDE_BY_SIDE).map(checkItem));
    for (const { item, fault } of items) {
      result.checked++;
      if (fault !== undefined && item) {
        result.findings.push({ check: 'ledger', subject: item.code, message: fault });
      }
      if (item?.itemType === 'TICKET' && item.lineId !== null) {
        result.issuedSeats.set(item.lineId, (result.issuedSeats.get(item.lineId) ?? 0) + item.pieces);
      }
    }
  }
};

const checkItem = async (key: Key): Promise<{ item: ItemRow | undefined; fault: string | undefined }> => {
  for (let look = 1; ; look++) {
    const rows = await queryAll<Row>({ partition: key.pk, consistent: true });
    const item = rowOfType<ItemRow>(
      'item',
      rows.find((row) => row.type === 'item'),
    );
    const entries = rows.filter((row): row is LedgerRow => row.type === 'ledger');
    const fault = item && itemFault(item, entries);
    if (fault === undefined || look >= LOOKS) return { item, fault };
    await pause(look + 2);
  }
};

/** What is wrong with an item and its ledger; undefined when they agree. */
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
  if (item.remainingMinor + item.claimedMinor + item.withdrawnMinor !== item.valueMinor) {
    return 'What is left, claimed and taken back does not add up to the value of the item.';
  }
  return last.status === item.status ? undefined : 'The state of the item is not that of its newest ledger entry.';
};
