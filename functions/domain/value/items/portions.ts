import { decimalText } from '../../../platform/decimals.ts';
import { invalid } from '../../../platform/errors.ts';
import { itemChanges } from '../../../platform/messages/item-changes.ts';
import type { Message } from '../../../platform/messages/message.ts';
import { isSpentByAmount, isSpentByPiece } from './kinds.ts';
import type { ClaimContext, ItemRow } from './rows.ts';

/** A portion: everything left, an amount in the smallest currency unit, or a number of pieces. */
export type ItemPortion =
  | ({ type: 'all' } & PortionNotes)
  | ({ type: 'amount'; amountMinor: number } & PortionNotes)
  | ({ type: 'piece'; number: number } & PortionNotes);

export interface PortionNotes {
  note?: string | null;
  context?: ClaimContext | undefined;
}

/** The share of `pieces` out of `ofPieces`; the last piece includes the rest. */
const shareOf = (minor: number, pieces: number, ofPieces: number): number =>
  minor - Math.floor((minor * (ofPieces - pieces)) / ofPieces);

/** Messages of the errors for a portion of a claim, or of a refund of a claim. */
interface PortionRefusals {
  notByAmount: () => Message;
  notByPiece: () => Message;
  aboveAmount: (maximum: { amount: string; currency: string }) => Message;
  abovePieces: (maximum: { pieces: number }) => Message;
}

export const claimRefusals = (held: Message | null): PortionRefusals => ({
  notByAmount: () => itemChanges('not_claimed_by_amount'),
  notByPiece: () => itemChanges('not_claimed_by_piece'),
  aboveAmount: (maximum) => itemChanges('claim_above_amount', { ...maximum, held }),
  abovePieces: (maximum) => itemChanges('claim_above_pieces', { ...maximum, held }),
});

export const UNDO_REFUSALS: PortionRefusals = {
  notByAmount: () => itemChanges('not_refunded_by_amount'),
  notByPiece: () => itemChanges('not_refunded_by_piece'),
  aboveAmount: (maximum) => itemChanges('undo_above_amount', maximum),
  abovePieces: (maximum) => itemChanges('undo_above_pieces', maximum),
};

/**
 * The value and pieces of a portion. Throws 422, on its field, for a portion that is too large or of the wrong kind for
 * the item.
 */
export const portionOf = (
  item: ItemRow,
  portion: ItemPortion,
  of: { minor: number; pieces: number; refusals: PortionRefusals },
): { minor: number; pieces: number; whole: boolean } => {
  if (portion.type === 'all') return { minor: of.minor, pieces: of.pieces, whole: true };
  if (portion.type === 'amount') {
    if (!isSpentByAmount(item)) throw invalid('type', of.refusals.notByAmount());
    if (portion.amountMinor > of.minor) {
      const { currency } = item;
      throw invalid('amount', of.refusals.aboveAmount({ amount: decimalText(of.minor, currency), currency }));
    }
    const whole = portion.amountMinor === of.minor;
    return { minor: portion.amountMinor, pieces: whole ? of.pieces : 0, whole };
  }
  if (!isSpentByPiece(item)) throw invalid('type', of.refusals.notByPiece());
  if (portion.number > of.pieces) throw invalid('number', of.refusals.abovePieces({ pieces: of.pieces }));
  const whole = portion.number === of.pieces;
  return { minor: shareOf(of.minor, portion.number, of.pieces), pieces: portion.number, whole };
};
