import { decimalText } from '../../../platform/decimals.ts';
import { invalid } from '../../../platform/errors.ts';
import { itemChanges } from '../../../platform/messages/item-changes.ts';
import type { Reply } from '../../../storage/idempotency.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { isWithinSixDigits } from '../../checkout/pricing/precision.ts';
import { signedMinorOf } from './amount.ts';
import { changeState, assertStatusAllowed, type StateRequest } from './item-state.ts';
import { isSpentByAmount } from './kinds.ts';
import type { ItemChange } from './ledger/ledger.ts';
import { freeOf } from './ledger/holds.ts';
import { worthOf, type ItemRow } from './rows.ts';
import { reservedReason, type ItemTerms } from './rules.ts';

/** Maximum value of a raised card, as a multiple of the company's maximum amount of a card. */
const MAXIMUM_FACTOR = 10;

/**
 * Raises or lowers the remaining value of a value card by a signed decimal. Added value is never paid out
 * (lib/reference/refunds.md#adjusted-cards). Throws 422 on `code` for an item that is not a value card, or is used,
 * cancelled, refunded or not paid. Throws 422 on `amount` beyond the free value, the company's maximum, or six
 * significant digits, and for raising a card from which refunded value could not be withdrawn.
 */
export const adjustItem = ({ amount, ...request }: StateRequest & { amount: number }): Promise<Reply> =>
  changeState(request, (item, terms, { gift_card: card }) =>
    decideAdjustment(item, signedMinorOf(amount, item.currency), { terms, card, note: request.reason }),
  );

/**
 * The change to an item that adds a signed amount in the smallest currency unit. Throws the same errors as
 * `adjustItem`.
 */
export const decideAdjustment = (
  item: ItemRow,
  minor: number,
  { terms, card, note }: { terms: ItemTerms; card: CompanyRow['gift_card']; note: string | null },
): ItemChange => {
  if (!isSpentByAmount(item)) throw invalid('code', itemChanges('item_not_adjustable'));
  assertStatusAllowed(item, terms);
  if (item.repaidWhole) throw invalid('code', itemChanges('item_money_refunded'));
  if (!isWithinSixDigits(Math.abs(minor))) {
    throw invalid('amount', itemChanges('adjustment_not_representable'), 'amount_precision_unsupported');
  }
  if (minor < 0) refuseLowering(item, -minor, terms);
  else refuseRaising(item, minor, card);
  return adjustment(item, minor, note);
};

const refuseLowering = (item: ItemRow, minor: number, terms: ItemTerms): void => {
  const free = freeOf(item, terms.nowMs).minor;
  if (minor <= free) return;
  const { currency } = item;
  const held = free < item.remainingMinor ? reservedReason(item, terms) : null;
  const amount = decimalText(free, currency);
  throw invalid('amount', itemChanges('lowering_above_maximum', { amount, currency, held }));
};

const refuseRaising = (item: ItemRow, minor: number, card: CompanyRow['gift_card']): void => {
  if (item.shortMinor) throw invalid('amount', itemChanges('value_refunded_short'));
  const maximum = card ? card.maximum_amount * MAXIMUM_FACTOR : Infinity;
  if (item.remainingMinor + minor > maximum) {
    const { currency } = item;
    throw invalid('amount', itemChanges('value_above_maximum', { amount: decimalText(maximum, currency), currency }));
  }
  if (!Number.isSafeInteger(worthOf(item) + minor)) throw invalid('amount', itemChanges('value_too_large'));
};

/** A card without value has no piece. Adding value restores its piece. */
const adjustment = (item: ItemRow, minor: number, note: string | null): ItemChange => {
  const isEmpty = item.remainingMinor + minor === 0;
  return {
    kind: 'adjust',
    deltaMinor: minor,
    deltaPieces: isEmpty ? -item.remainingPieces : item.pieces - item.remainingPieces,
    status: item.status,
    note,
  };
};
