import { toTimestamp } from '../../../../platform/clock.ts';
import { decimalFromMinor } from '../../../../platform/decimals.ts';
import { lastOfCode } from '../../../catalog/codes/rules.ts';
import { itemIdOf } from '../item-id.ts';
import { heldOf } from '../ledger/holds.ts';
import type { LedgerRow } from '../rows.ts';
import { STATUS_NAMES, statusAt, TYPE_NAMES } from '../rules.ts';
import type { ItemSnapshot } from './item-changed.ts';

const presentTransaction = (entry: LedgerRow) => ({
  id: entry.transactionId,
  type: entry.kind,
  amount: decimalFromMinor(Math.abs(entry.deltaMinor), entry.currency),
  number: Math.abs(entry.deltaPieces),
  reference: entry.context?.reference ?? null,
  location: entry.context?.location ?? null,
  redemption_id: entry.context?.redemptionId ?? null,
  at: toTimestamp(entry.atMs),
});

/**
 * `data` of an item's event (lib/reference/events.md#items): the item after the entry, or at `atMs` when nothing
 * changed. Never contains a full code or personal data.
 */
export const presentItemEvent = (item: ItemSnapshot, entry: LedgerRow | null, atMs: number) => {
  const status = statusAt({ status: entry?.status ?? item.status, validUntilMs: item.validUntilMs }, atMs);
  return {
    item: {
      id: itemIdOf(item),
      order_id: item.orderId,
      product_id: item.productId,
      item_type_identification: TYPE_NAMES[item.itemType],
      code_last4: lastOfCode(item.code),
      amount: decimalFromMinor(item.valueMinor, item.currency),
      remaining_amount: decimalFromMinor(entry?.balanceMinor ?? item.remainingMinor, item.currency),
      held_amount: decimalFromMinor(heldOf(item, atMs).minor, item.currency),
      remaining_pieces: entry?.balancePieces ?? item.remainingPieces,
      currency: item.currency,
      status,
      status_name: STATUS_NAMES[status],
      validity: toTimestamp(item.validUntilMs),
      ...(entry?.kind === 'replace' && item.replacedBy !== undefined
        ? { replaced_by: itemIdOf({ company: item.company, code: item.replacedBy }) }
        : {}),
    },
    transaction: entry && presentTransaction(entry),
  };
};

export type ItemEventData = ReturnType<typeof presentItemEvent>;
