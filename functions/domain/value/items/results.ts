import { localDateTime } from '../../../platform/zones.ts';
import type { ItemRow } from './rows.ts';
import type { ChangedItem } from './ledger/ledger.ts';
import { decimalFromMinor, decimalText } from '../../../platform/decimals.ts';
import type { Message } from '../../../platform/messages/message.ts';
import { outcomes } from '../../../platform/messages/outcomes.ts';
import { TYPE_NAMES, type ItemTerms } from './rules.ts';

/** One line about an item for the person at the till. */
export const infoOf = (item: ItemRow): string =>
  [TYPE_NAMES[item.itemType], [item.title, item.variant].filter(Boolean).join(', '), item.code].join(' · ');

/** Message with the remaining value of an item that was partly claimed or restored. */
const partly = (item: ItemRow, done: 'redeemed' | 'undone'): Message =>
  item.pieces > 1
    ? outcomes(`pieces_${done}`, { pieces: item.remainingPieces })
    : outcomes(`amount_${done}`, {
        amount: decimalText(item.remainingMinor, item.currency),
        currency: item.currency,
      });

const remainingMembers = ({ item }: ChangedItem) => ({
  remaining_value: decimalFromMinor(item.remainingMinor, item.currency),
  remaining_number: item.remainingPieces,
});

/** Reply of a claim. `claimed_amount` is left out when the item was claimed in full. */
export const claimResult = (after: ChangedItem, whole: boolean) => ({
  info: infoOf(after.item),
  message: whole ? outcomes('item_redeemed') : partly(after.item, 'redeemed'),
  ...remainingMembers(after),
  partly_claimed: !whole,
  ...(whole ? {} : { claimed_amount: decimalFromMinor(-after.entry.deltaMinor, after.entry.currency) }),
});

/** Reply of a refund. `partly_refunded`: part of the claimed value stays claimed. */
export const refundResult = (after: ChangedItem, whole: boolean) => ({
  info: infoOf(after.item),
  message: whole ? outcomes('claim_undone') : partly(after.item, 'undone'),
  ...remainingMembers(after),
  partly_refunded: !whole,
  ...(whole ? {} : { refunded_amount: decimalFromMinor(after.entry.deltaMinor, after.entry.currency) }),
});

export const cancelResult = (after: ChangedItem, discarded: boolean) => ({
  info: infoOf(after.item),
  message: outcomes(discarded ? 'item_discarded' : 'item_withdrawn'),
});

export const activateResult = (item: ItemRow, terms: ItemTerms) => ({
  message: outcomes('code_activated', {
    amount: decimalText(item.valueMinor, item.currency),
    currency: item.currency,
  }),
  amount: decimalFromMinor(item.valueMinor, item.currency),
  validity: localDateTime(item.validUntilMs, terms.zone),
});
