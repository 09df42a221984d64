import { ApiError, invalid, invalidFields } from '../../../../platform/errors.ts';
import { decimalText } from '../../../../platform/decimals.ts';
import type { Reply } from '../../../../storage/idempotency.ts';
import { minorOf } from '../amount.ts';
import { isSpentByAmount, isSpentByPiece } from '../kinds.ts';
import type { ItemRow } from '../rows.ts';
import type { ItemPortion } from '../rules.ts';
import { contextOf, type AmountRequest } from './capture.ts';
import { changeRedemption, type CurrentRedemption, type RedemptionChange } from './change.ts';
import { restoreWrites } from './item-writes.ts';
import type { RedemptionSource } from './rows.ts';
import { redemptionRefundRefusal, refundShares, redeemedSumOf, type Share } from './rules.ts';

/**
 * Restores captured value, starting with the last source. Throws 409 `redemption_not_refundable`, 422 on `amount` if it
 * is too large (`refund_amount_too_large`) or splits an indivisible source, and 422 on a source whose item cannot be
 * restored.
 */
export const refundRedemption = ({ amount, ...request }: AmountRequest): Promise<Reply> =>
  changeRedemption({
    ...request,
    refusal: redemptionRefundRefusal,
    decide: (current) => refundCaptured(current, amount),
  });

const refundCaptured = (current: CurrentRedemption, amount: number | undefined): RedemptionChange => {
  const { row, items, terms, cause } = current;
  const openMinor = redeemedSumOf(row.sources, 'capturedMinor') - redeemedSumOf(row.sources, 'refundedMinor');
  const amountMinor = amount === undefined ? undefined : minorOf(amount, row.currency);
  if (amountMinor !== undefined && amountMinor > openMinor) {
    const maximum = `${decimalText(openMinor, row.currency)} ${row.currency}`;
    throw invalid('amount', `At most ${maximum} of the captured value can be refunded.`, 'refund_amount_too_large');
  }
  const sources = [...row.sources];
  const writes = refundShares(row.sources, amountMinor).flatMap((share) => {
    const source = row.sources[share.index];
    const item = source && items.get(source.code);
    if (!source || !item) throw new Error('A source of a redemption has no item');
    sources[share.index] = redemptionWithRefund(source, share);
    const back = { portion: portionOf(item, share), minor: share.minor, context: contextOf(row) };
    return onSource(share.index, () => restoreWrites(item, back, { terms, cause })).writes;
  });
  return { row: { ...row, sources }, writes };
};

const portionOf = (item: ItemRow, { minor, pieces }: Share): ItemPortion => {
  const note = 'redemption refunded';
  if (isSpentByAmount(item)) return { type: 'amount', amountMinor: minor, note };
  return isSpentByPiece(item) ? { type: 'piece', number: pieces, note } : { type: 'all', note };
};

export const redemptionWithRefund = (
  source: RedemptionSource,
  { minor, pieces }: Pick<Share, 'minor' | 'pieces'>,
): RedemptionSource => ({
  ...source,
  refundedMinor: source.refundedMinor + minor,
  refundedPieces: source.refundedPieces + pieces,
});

/** Reports errors about an item on its source. */
const onSource = <T>(index: number, run: () => T): T => {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    throw invalidFields({ [`sources.${index}.code`]: [error.message] });
  }
};
