import type { Message } from '../../../platform/messages/message.ts';
import { isSpentByAmount, isSpentByPiece } from './kinds.ts';
import { AWAITING_PAYMENT, type ItemRow } from './rows.ts';
import { cancelError, claimError, refundError, type ItemTerms } from './rules.ts';

interface ItemFlags {
  available_claim: boolean;
  available_piece_claim: boolean;
  available_amount_claim: boolean;
  available_cancel: boolean;
  available_discard: boolean;
  speed_claim: boolean;
  available_refund: boolean;
  available_piece_refund: boolean;
  available_amount_refund: boolean;
  claim_error: Message | null;
  refund_error: Message | null;
}

/**
 * Possible operations on an item. An item that awaits payment can be discarded, a paid item can be cancelled.
 * `speed_claim`: the item can only be claimed in full, so the user has nothing to choose.
 */
export const flagsOf = (item: ItemRow, terms: ItemTerms): ItemFlags => {
  const whyNotClaim = claimError(item, terms);
  const whyNotRefund = refundError(item);
  const claimable = whyNotClaim === null;
  const refundable = whyNotRefund === null;
  // A blocked item can be cancelled, but all of its flags are false.
  const removable = item.blocked === undefined && cancelError(item, terms) === null;
  const awaiting = item.status === AWAITING_PAYMENT;
  return {
    available_claim: claimable,
    available_piece_claim: claimable && isSpentByPiece(item),
    available_amount_claim: claimable && isSpentByAmount(item),
    available_cancel: removable && !awaiting,
    available_discard: removable && awaiting,
    speed_claim: claimable && !isSpentByPiece(item) && !isSpentByAmount(item),
    available_refund: refundable,
    available_piece_refund: refundable && isSpentByPiece(item),
    available_amount_refund: refundable && isSpentByAmount(item),
    claim_error: whyNotClaim,
    refund_error: whyNotRefund,
  };
};
