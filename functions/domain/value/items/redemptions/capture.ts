import { invalid } from '../../../../platform/errors.ts';
import { decimalText } from '../../../../platform/decimals.ts';
import type { IdempotencyRecord, Reply } from '../../../../storage/idempotency.ts';
import { minorOf } from '../amount.ts';
import type { Operator } from '../operate.ts';
import type { ClaimContext, ItemRow } from '../rows.ts';
import { changeRedemption, type CurrentRedemption, type RedemptionChange } from './change.ts';
import { captureWrites, releaseWrites } from './item-writes.ts';
import type { RedemptionRow, RedemptionSource } from './rows.ts';
import { captureRefusal, captureShares, expiredRedemption, redeemedSumOf, type Share } from './rules.ts';

export interface AmountRequest {
  operator: Operator;
  id: string;
  /** Decimal in the currency; absent: everything. */
  amount: number | undefined;
  idempotency: IdempotencyRecord;
}

/** Ledger data of a claim by a redemption. */
export const contextOf = (row: RedemptionRow): ClaimContext & { redemptionId: string } => ({
  redemptionId: row.id,
  ...(row.reference === null ? {} : { reference: row.reference }),
  ...(row.location === null ? {} : { location: row.location }),
  ...(row.orderId === null ? {} : { orderId: row.orderId }),
});

/**
 * Captures the value that a redemption reserves, or a smaller amount, and releases the rest. Throws 409
 * `redemption_expired` and `redemption_not_capturable`, and 422 on an `amount` that exceeds the reserved amount or
 * splits an indivisible source.
 */
export const captureRedemption = ({ amount, ...request }: AmountRequest): Promise<Reply> =>
  changeRedemption({ ...request, refusal: captureRefusal, decide: (current) => captureHold(current, amount) });

const captureHold = ({ row, items, cause }: CurrentRedemption, amount: number | undefined): RedemptionChange => {
  const heldMinor = redeemedSumOf(row.sources, 'minor');
  const amountMinor = amount === undefined ? heldMinor : minorOf(amount, row.currency);
  if (amountMinor > heldMinor) {
    throw invalid('amount', `At most ${decimalText(heldMinor, row.currency)} ${row.currency} are held.`);
  }
  const shares: Share[] =
    amountMinor === heldMinor
      ? row.sources.map(({ minor, pieces }, index) => ({ index, minor, pieces }))
      : captureShares(row.sources, amountMinor);
  const parts = row.sources.map((source, index) => {
    const { minor, pieces } = shares[index] ?? { minor: 0, pieces: 0 };
    const item = items.get(source.code);
    const isCaptured = minor > 0 || pieces > 0;
    const change =
      item &&
      (isCaptured
        ? captureWrites(item, { minor, note: row.note, context: contextOf(row) }, cause)
        : releaseWrites(item, row.id, cause.atMs));
    // The item is authoritative: if another write has removed the hold, the redemption has expired.
    if (!change) throw expiredRedemption();
    return { source: withCapture(source, { minor, pieces, item: change.item }), writes: change.writes };
  });
  return {
    row: { ...row, state: 'captured', sources: parts.map(({ source }) => source) },
    writes: parts.flatMap(({ writes }) => writes),
  };
};

export const withCapture = (
  source: RedemptionSource,
  { minor, pieces, item }: { minor: number; pieces: number; item: ItemRow },
): RedemptionSource => ({
  ...source,
  capturedMinor: minor,
  capturedPieces: pieces,
  leftAtCaptureMinor: item.remainingMinor,
});
