import type { ItemEventType } from '../../../events/catalog/item-events.ts';
import type { LedgerKind, LedgerRow } from '../rows.ts';

/** The event of each kind of ledger entry; null if there is none. */
const EVENT_OF: Record<LedgerKind, ItemEventType | null> = {
  issue: 'item.issued',
  activate: 'item.activated',
  claim: 'item.claimed',
  refund: 'item.refunded',
  cancel: 'item.cancelled',
  withdraw: 'item.withdrawn',
  expire: 'item.expired',
  // Restores value after a refused refund of the order, or the validity of a ticket after its event was rescheduled.
  reinstate: null,
  block: 'item.blocked',
  unblock: 'item.unblocked',
  extend: 'item.extended',
  adjust: 'item.adjusted',
  replace: 'item.replaced',
};

/** A replacement is an event of the replaced item only. The first entry of its successor emits none. */
export const eventOfEntry = ({ kind, seq }: Pick<LedgerRow, 'kind' | 'seq'>): ItemEventType | null =>
  kind === 'replace' && seq === 1 ? null : EVENT_OF[kind];
