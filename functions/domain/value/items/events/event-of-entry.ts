import type { ItemEventType } from '../../../events/catalog/item-events.ts';
import type { LedgerKind } from '../rows.ts';

/** The event of each kind of ledger entry; null for a kind that sends none. */
const EVENT_OF: Record<LedgerKind, ItemEventType | null> = {
  issue: 'item.issued',
  activate: 'item.activated',
  claim: 'item.claimed',
  refund: 'item.refunded',
  cancel: 'item.cancelled',
  withdraw: 'item.withdrawn',
  expire: 'item.expired',
  // A refund of the order was refused: the item has what `item.withdrawn` took again.
  reinstate: null,
  block: 'item.blocked',
  unblock: 'item.unblocked',
  extend: 'item.extended',
  adjust: 'item.adjusted',
};

export const eventOfEntry = (kind: LedgerKind): ItemEventType | null => EVENT_OF[kind];
