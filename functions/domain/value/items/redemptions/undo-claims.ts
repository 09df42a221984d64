import { invalid } from '../../../../platform/errors.ts';
import { itemChanges } from '../../../../platform/messages/item-changes.ts';
import { getRows, queryAll } from '../../../../storage/table.ts';
import type { Write } from '../../../../storage/transactions.ts';
import { isSpentByAmount } from '../kinds.ts';
import type { ItemChange } from '../ledger/ledger.ts';
import { ledgerUntil, type ItemRow, type LedgerRow } from '../rows.ts';
import { formerItems } from '../successors.ts';
import { replaceRedemptionWrite } from './change.ts';
import { redemptionWithRefund } from './refund.ts';
import { redemptionKey, type RedemptionRow } from './rows.ts';

/** The part of a claim that is not undone. */
interface OpenClaim {
  transactionId: string;
  redemptionId: string | undefined;
  ofOrder: boolean;
  minor: number;
  pieces: number;
}

/** Prefix of the ids of desk requests that undo one claim. The transaction id of the claim follows. */
export const UNDO = 'undo:';

const isUndoOf = (requestId: string, { transactionId }: OpenClaim): boolean => requestId === `${UNDO}${transactionId}`;

/**
 * Deducts the amount of a refund from the claims that it undoes: first those for which `isNamed` is true, then the
 * newest others, except for claims that paid for orders. Returns the part deducted from each claim.
 */
const deductFromClaims = (
  claims: OpenClaim[],
  isNamed: (claim: OpenClaim) => boolean,
  back: { minor: number; pieces: number },
): { claim: OpenClaim; minor: number; pieces: number }[] => {
  let { minor, pieces } = back;
  const newest = claims.toReversed();
  const candidates = [...newest.filter(isNamed), ...newest.filter((claim) => !claim.ofOrder && !isNamed(claim))];
  return candidates.flatMap((claim) => {
    const part = { claim, minor: Math.min(minor, claim.minor), pieces: Math.min(pieces, claim.pieces) };
    minor -= part.minor;
    pieces -= part.pieces;
    claim.minor -= part.minor;
    claim.pieces -= part.pieces;
    return part.minor > 0 || part.pieces > 0 ? [part] : [];
  });
};

/** The claims of an item that are not undone, oldest first. */
const openClaims = (item: ItemRow, entries: readonly LedgerRow[]): OpenClaim[] => {
  const claims: OpenClaim[] = [];
  for (const entry of entries) {
    const { context } = entry;
    // The single piece of a value card is claimed and restored with its value.
    const pieces = isSpentByAmount(item) ? 0 : Math.abs(entry.deltaPieces);
    if (entry.kind === 'claim') {
      claims.push({
        transactionId: entry.transactionId,
        redemptionId: context?.redemptionId,
        ofOrder: context?.orderId !== undefined,
        minor: -entry.deltaMinor,
        pieces,
      });
    }
    if (entry.kind !== 'refund') continue;
    const isNamed = (claim: OpenClaim): boolean =>
      context?.redemptionId === undefined
        ? isUndoOf(entry.requestId, claim)
        : claim.redemptionId === context.redemptionId;
    deductFromClaims(claims, isNamed, { minor: entry.deltaMinor, pieces });
  }
  return claims;
};

/** Maximum number of redemptions in one transaction, with room for the item, its entry and the recorded reply. */
const UNDONE_MAX = 90;

/**
 * The writes that count undone claims as refunded in their redemptions, newest claims first. They must commit with the
 * change to the item; after a lost race on a redemption, the caller decides again. Throws 422 for too many
 * redemptions.
 */
export const undoneClaimWrites = async (item: ItemRow, change: ItemChange, requestId: string): Promise<Write[]> => {
  if (!item.redeemed) return [];
  const codes = [...(await formerItems(item)).map(({ code }) => code).toReversed(), item.code];
  const ledgers = await Promise.all(
    codes.map((code) => queryAll<LedgerRow>({ ...ledgerUntil(item.company, code, item.ledgerAtMs), consistent: true })),
  );
  const entries = ledgers.flat();
  const back = { minor: change.deltaMinor, pieces: isSpentByAmount(item) ? 0 : change.deltaPieces };
  const parts = deductFromClaims(openClaims(item, entries), (claim) => isUndoOf(requestId, claim), back);
  const counted = parts.filter(({ claim }) => claim.redemptionId !== undefined);
  if (counted.length > UNDONE_MAX) {
    const field = isSpentByAmount(item) ? 'amount' : 'number';
    throw invalid(field, itemChanges('undo_above_redemptions', { maximum: UNDONE_MAX }));
  }
  const keyOf = (id = '') => redemptionKey(item.company, id);
  const rows = await getRows(
    counted.map(({ claim }) => keyOf(claim.redemptionId)),
    { consistent: true },
  );
  return counted.map(({ claim, minor, pieces }) => {
    const row = rows.get<RedemptionRow>(keyOf(claim.redemptionId));
    if (!row) throw new Error('A claim refers to a redemption that does not exist');
    const sources = row.sources.map((source) =>
      codes.includes(source.code) ? redemptionWithRefund(source, { minor, pieces }) : source,
    );
    return replaceRedemptionWrite(row, { ...row, sources });
  });
};
