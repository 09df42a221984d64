import { presentActor } from '../../../../platform/actor.ts';
import { toTimestamp } from '../../../../platform/clock.ts';
import { decimalFromMinor } from '../../../../platform/decimals.ts';
import { itemIdOf } from '../item-id.ts';
import { TYPE_NAMES } from '../rules.ts';
import type { RedemptionRow, RedemptionSource } from './rows.ts';
import { redemptionStatusOf, redeemedSumOf } from './rules.ts';

const presentSource = (row: RedemptionRow, source: RedemptionSource) => {
  const decimal = (minor: number): number => decimalFromMinor(minor, row.currency);
  return {
    item_id: itemIdOf({ company: row.company, code: source.code }),
    code: source.code,
    item_type_identification: TYPE_NAMES[source.itemType],
    amount: decimal(source.minor),
    number: source.isByPiece ? source.pieces : null,
    captured_amount: decimal(source.capturedMinor),
    refunded_amount: decimal(source.refundedMinor),
    remaining_after: decimal(source.leftAtCaptureMinor ?? source.leftMinor),
  };
};

/** The redemption object. Amounts are decimals in the currency, times RFC 3339. */
export const presentRedemption = (row: RedemptionRow, nowMs: number) => {
  const decimal = (minor: number): number => decimalFromMinor(minor, row.currency);
  const { sources } = row;
  return {
    id: row.id,
    object: 'redemption' as const,
    status: redemptionStatusOf(row, nowMs),
    currency: row.currency,
    amount: decimal(redeemedSumOf(sources, 'minor')),
    captured_amount: decimal(redeemedSumOf(sources, 'capturedMinor')),
    refunded_amount: decimal(redeemedSumOf(sources, 'refundedMinor')),
    outstanding: decimal(row.outstandingMinor),
    sources: sources.map((source) => presentSource(row, source)),
    reference: row.reference,
    location: row.location,
    note: row.note,
    order_id: row.orderId,
    expires_at: row.expiresAtMs === null ? null : toTimestamp(row.expiresAtMs),
    created_at: toTimestamp(row.createdAtMs),
    by: presentActor(row.by),
  };
};

/** The redemption as created. */
export const presentCreated = (row: RedemptionRow) => {
  const isHold = row.expiresAtMs !== null || row.orderId !== null;
  const sources = row.sources.map(({ leftAtCaptureMinor: _later, ...source }) => ({
    ...source,
    capturedMinor: isHold ? 0 : source.minor,
    capturedPieces: isHold ? 0 : source.pieces,
    refundedMinor: 0,
    refundedPieces: 0,
  }));
  return presentRedemption({ ...row, state: isHold ? 'held' : 'captured', sources }, row.createdAtMs);
};
