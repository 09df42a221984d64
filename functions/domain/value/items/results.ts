import { localDateTime } from '../../../platform/zones.ts';
import type { ItemRow } from './rows.ts';
import type { Changed } from './ledger/ledger.ts';
import { decimalFromMinor, decimalText } from '../../../platform/decimals.ts';
import { TYPE_NAMES, type ItemTerms } from './rules.ts';

/** One line about an item for the person at the till. */
export const infoOf = (item: ItemRow): string =>
  [TYPE_NAMES[item.itemType], [item.title, item.variant].filter(Boolean).join(', '), item.code].join(' · ');

const left = (item: ItemRow): string =>
  item.pieces > 1
    ? `${item.remainingPieces} pieces`
    : `${decimalText(item.remainingMinor, item.currency)} ${item.currency}`;

const remaining = ({ item }: Changed) => ({
  remaining_value: decimalFromMinor(item.remainingMinor, item.currency),
  remaining_number: item.remainingPieces,
});

/** Reply of a claim. `claimed_amount` is left out when the whole item was claimed. */
export const claimResult = (after: Changed, whole: boolean) => ({
  info: infoOf(after.item),
  message: whole ? 'The item is redeemed.' : `A part of the item is redeemed; ${left(after.item)} are left.`,
  ...remaining(after),
  partly_claimed: !whole,
  ...(whole ? {} : { claimed_amount: decimalFromMinor(-after.entry.deltaMinor, after.entry.currency) }),
});

/** Reply of a refund. `partly_refunded`: part of the claimed value stays claimed. */
export const refundResult = (after: Changed, whole: boolean) => ({
  info: infoOf(after.item),
  message: whole ? 'All that was redeemed is given back.' : `A part is given back; ${left(after.item)} are left.`,
  ...remaining(after),
  partly_refunded: !whole,
  ...(whole ? {} : { refunded_amount: decimalFromMinor(after.entry.deltaMinor, after.entry.currency) }),
});

export const cancelResult = (after: Changed, discarded: boolean) => ({
  info: infoOf(after.item),
  message: discarded ? 'The item is discarded.' : 'The item is cancelled.',
});

export const activateResult = (item: ItemRow, terms: ItemTerms) => ({
  message: `The code is active with ${decimalText(item.valueMinor, item.currency)} ${item.currency}.`,
  amount: decimalFromMinor(item.valueMinor, item.currency),
  validity: localDateTime(item.validUntilMs, terms.zone),
});
