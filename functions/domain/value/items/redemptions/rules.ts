import { conflict, invalid, type ApiError } from '../../../../platform/errors.ts';
import type { RedemptionRow, RedemptionSource } from './rows.ts';

export const REDEMPTION_STATUSES = [
  'held',
  'captured',
  'released',
  'expired',
  'partially_refunded',
  'refunded',
] as const;
export type RedemptionStatus = (typeof REDEMPTION_STATUSES)[number];

export const redeemedSumOf = (
  sources: readonly RedemptionSource[],
  member: 'minor' | 'capturedMinor' | 'refundedMinor' | 'capturedPieces' | 'refundedPieces',
): number => sources.reduce((sum, source) => sum + source[member], 0);

/** The status at a given time. A hold ends without a write. */
export const redemptionStatusOf = (row: RedemptionRow, nowMs: number): RedemptionStatus => {
  if (row.state === 'released') return 'released';
  if (row.state === 'held') return row.expiresAtMs !== null && nowMs >= row.expiresAtMs ? 'expired' : 'held';
  const { sources } = row;
  if (redeemedSumOf(sources, 'refundedMinor') === 0 && redeemedSumOf(sources, 'refundedPieces') === 0)
    return 'captured';
  return sources.every(isRefunded) ? 'refunded' : 'partially_refunded';
};

/** Whether everything captured from a source is refunded. Pieces are compared only when no amount was captured. */
const isRefunded = (source: RedemptionSource): boolean =>
  source.refundedMinor === source.capturedMinor &&
  (source.capturedMinor > 0 || source.refundedPieces === source.capturedPieces);

const ofOrder = ({ orderId }: RedemptionRow): string => (orderId === null ? '' : ` It pays order ${orderId}.`);

/** Why a redemption cannot be captured; undefined when it can. */
export const captureRefusal = (row: RedemptionRow, nowMs: number): ApiError | undefined => {
  const status = redemptionStatusOf(row, nowMs);
  if (row.orderId === null && status === 'held') return undefined;
  if (row.orderId === null && status === 'expired') return expiredRedemption();
  const text = row.orderId === null ? `The redemption is ${status}, so it cannot be captured.` : ORDER_TEXT;
  return conflict('redemption_not_capturable', `${text}${ofOrder(row)}`);
};

const ORDER_TEXT = 'The order of this redemption captures, releases and refunds it.';

export const expiredRedemption = (): ApiError =>
  conflict('redemption_expired', 'The redemption has expired and no longer holds value.');

/** Why a redemption cannot be released; undefined when it can, or already is. */
export const releaseRefusal = (row: RedemptionRow, nowMs: number): ApiError | undefined => {
  if (row.orderId !== null) return conflict('redemption_not_releasable', `${ORDER_TEXT}${ofOrder(row)}`);
  if (row.state !== 'captured') return undefined;
  const text = `The redemption is ${redemptionStatusOf(row, nowMs)}, so it cannot be released.`;
  return conflict('redemption_not_releasable', text);
};

/** Why a redemption cannot be refunded; undefined when it can. */
export const redemptionRefundRefusal = (row: RedemptionRow, nowMs: number): ApiError | undefined => {
  if (row.orderId !== null) return conflict('redemption_not_refundable', `${ORDER_TEXT}${ofOrder(row)}`);
  const status = redemptionStatusOf(row, nowMs);
  if (status === 'captured' || status === 'partially_refunded') return undefined;
  return conflict('redemption_not_refundable', `The redemption is ${status}: no captured value is left to refund.`);
};

/** The part of an amount that one source of a redemption covers. */
export interface Share {
  index: number;
  minor: number;
  pieces: number;
}

const isDivisible = ({ pieces }: RedemptionSource): boolean => pieces === 0;

/**
 * The part that a partial capture takes from each source; the rest is released, starting with the last source. Throws
 * 422 on `amount` when an indivisible source would be split.
 */
export const captureShares = (sources: readonly RedemptionSource[], amountMinor: number): Share[] => {
  let remaining = amountMinor;
  return sources.map((source, index) => {
    const minor = Math.min(remaining, source.minor);
    remaining -= minor;
    if (minor > 0 && minor < source.minor && !isDivisible(source)) {
      throw invalid('amount', `Source ${index} is captured whole: its value is not divided.`);
    }
    return { index, minor, pieces: minor > 0 ? source.pieces : 0 };
  });
};

/**
 * The part that a refund restores to each source, starting with the last one. Throws 422 on `amount` when an
 * indivisible source would be split.
 */
export const refundShares = (sources: readonly RedemptionSource[], amountMinor: number | undefined): Share[] => {
  let remaining = amountMinor ?? Infinity;
  const shares: Share[] = [];
  for (const [index, source] of [...sources.entries()].toReversed()) {
    const open = source.capturedMinor - source.refundedMinor;
    const openPieces = source.capturedPieces - source.refundedPieces;
    const minor = Math.min(remaining, open);
    remaining -= minor;
    if (minor === 0 && (amountMinor !== undefined || openPieces === 0)) continue;
    if (minor < open && !isDivisible(source)) {
      throw invalid('amount', `Source ${index} is refunded whole: its value is not divided.`);
    }
    shares.push({ index, minor, pieces: minor === open ? openPieces : 0 });
  }
  return shares;
};
