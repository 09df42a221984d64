import type { Reply } from '../../../../storage/idempotency.ts';
import type { AmountRequest } from './capture.ts';
import { changeRedemption, type CurrentRedemption, type RedemptionChange } from './change.ts';
import { releaseWrites } from './item-writes.ts';
import { releaseRefusal, redemptionStatusOf } from './rules.ts';

/**
 * Ends the holds of a redemption. A redemption that was released or has expired stays as it is. Throws 409
 * `redemption_not_releasable` for a redemption that is captured or pays for an order.
 */
export const releaseRedemption = (request: Omit<AmountRequest, 'amount'>): Promise<Reply> =>
  changeRedemption({ ...request, refusal: releaseRefusal, decide: releaseHeld });

const releaseHeld = ({ row, items, cause }: CurrentRedemption): RedemptionChange | undefined => {
  if (redemptionStatusOf(row, cause.atMs) !== 'held') return undefined;
  const writes = [...items.values()].flatMap((item) => releaseWrites(item, row.id, cause.atMs)?.writes ?? []);
  return { row: { ...row, state: 'released' }, writes };
};
