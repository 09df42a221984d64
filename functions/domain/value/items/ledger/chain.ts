import { createHash } from 'node:crypto';
import type { ClaimContext, LedgerRow } from '../rows.ts';

/** Previous hash of the first entry. */
export const GENESIS = '0'.repeat(43);

const contextText = ({ reference, location, redemptionId, orderId }: ClaimContext = {}): (string | null)[] => [
  reference ?? null,
  location ?? null,
  redemptionId ?? null,
  orderId ?? null,
];

/**
 * Hash of an entry over all members that determine value, and the hash of the previous entry. The members are fixed:
 * each release must calculate the same hash.
 */
export const entryHash = (entry: Omit<LedgerRow, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        entry.previousHash,
        entry.company,
        entry.code,
        entry.seq,
        entry.kind,
        entry.deltaMinor,
        entry.deltaPieces,
        entry.balanceMinor,
        entry.balancePieces,
        entry.status,
        [entry.by.keyId ?? null, entry.by.user ?? null, entry.by.company ?? null, entry.by.system ?? null],
        entry.requestId,
        entry.note,
        contextText(entry.context),
        entry.atMs,
      ]),
    )
    .digest('base64url');

/**
 * Whether entries in order form one unbroken chain that starts with the issue, each balance derived from the previous
 * one.
 */
export const isChainUnbroken = (entries: readonly LedgerRow[]): boolean => {
  let previous = { hash: GENESIS, minor: 0, pieces: 0, seq: 0 };
  for (const entry of entries) {
    const follows =
      entry.previousHash === previous.hash &&
      entry.seq === previous.seq + 1 &&
      entry.balanceMinor === previous.minor + entry.deltaMinor &&
      entry.balancePieces === previous.pieces + entry.deltaPieces &&
      entry.hash === entryHash(entry);
    if (!follows) return false;
    previous = { hash: entry.hash, minor: entry.balanceMinor, pieces: entry.balancePieces, seq: entry.seq };
  }
  return true;
};
